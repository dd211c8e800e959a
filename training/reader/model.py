"""The reader: one small pretrained encoder over campaign and text together."""

import torch
from transformers import AutoModel

from encode import pretrained_folder


class Reader(torch.nn.Module):
    """Token ids, segments, mask (each batch × length) → logits (batch × 3): at least on topic, a possible lead, a strong lead."""

    def __init__(self, folder=None):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(folder or pretrained_folder(), attn_implementation="eager", add_pooling_layer=False)
        for module in self.encoder.modules():
            if isinstance(module, torch.nn.Dropout):
                module.p = 0.0
        self.encoder.embeddings.requires_grad_(False)
        self.head = torch.nn.Linear(2 * self.encoder.config.hidden_size, 3)
        self.dropout = torch.nn.Dropout(0.1)

    def forward(self, ids, segments, mask):
        hidden = self.encoder(input_ids=ids, token_type_ids=segments, attention_mask=mask).last_hidden_state
        text = (mask * segments).unsqueeze(-1).to(hidden.dtype)
        mean = (hidden * text).sum(1) / text.sum(1).clamp(min=1)
        return self.head(self.dropout(torch.cat([hidden[:, 0], mean], -1)))


def batch(encoded):
    """Encoded pairs → ids, segments, mask, padded to the longest."""
    longest = max(len(ids) for ids, _ in encoded)
    out = torch.zeros(3, len(encoded), longest, dtype=torch.long)
    for row, (ids, segments) in enumerate(encoded):
        out[0, row, : len(ids)], out[1, row, : len(ids)], out[2, row, : len(ids)] = torch.tensor(ids), torch.tensor(segments), 1
    return tuple(out)


@torch.no_grad()
def read(model, encoded, size=64):
    """Odds (pairs × 3) of encoded pairs, in their order."""
    model.eval()
    order = sorted(range(len(encoded)), key=lambda i: len(encoded[i][0]))
    odds = torch.zeros(len(encoded), 3)
    for start in range(0, len(order), size):
        rows = order[start : start + size]
        with torch.autocast("cpu", dtype=torch.bfloat16):
            odds[rows] = torch.sigmoid(model(*batch([encoded[i] for i in rows])).float())
    return odds.numpy()
