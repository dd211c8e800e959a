"""Writes the pretrained encoder as int8 ONNX that turns a text into a vector, without the words of other scripts, and prints its size.

    python training/reader/sentences.py OUT.onnx
"""

import gzip
import os
import sys
import tempfile
import unicodedata
from pathlib import Path

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from transformers import AutoModel, AutoTokenizer

from encode import pretrained_folder

UNKNOWN = 100
# Both models together may have 45 MB.
MOST_WORDS = 27_400
ROOT = Path(__file__).resolve().parents[2]


def is_kept(token):
    return not token.startswith("[unused") and all(ord(c) < 128 or "LATIN" in unicodedata.name(c, "") or unicodedata.category(c)[0] in "PS" for c in token)


def list_kept(tokenizer):
    """Ids of the words that posts and trades use, then of others in the order of the vocabulary, which starts with the frequent ones."""
    texts = [gzip.decompress((ROOT / "bench/data/posts/top-2013.jsonl.gz").read_bytes()).decode()]
    texts += [path.read_text() for path in sorted((ROOT / "src/core/trades/data").glob("*.json"))]
    used = {at for text in texts for line in text.splitlines() for at in tokenizer(line, add_special_tokens=False)["input_ids"]}
    kept = [at for at, token in enumerate(tokenizer.convert_ids_to_tokens(range(len(tokenizer)))) if is_kept(token)]
    return sorted(sorted(kept, key=lambda at: at not in used)[:MOST_WORDS])


class Sentences(torch.nn.Module):
    """Token ids (1 × length, at most 128) → a vector of length 1 (1 × 384): the mean of the last layer."""

    def __init__(self):
        super().__init__()
        folder = pretrained_folder()
        self.encoder = AutoModel.from_pretrained(folder, attn_implementation="eager", add_pooling_layer=False)
        words = self.encoder.embeddings.word_embeddings
        kept = list_kept(AutoTokenizer.from_pretrained(folder))
        rows = torch.full((words.num_embeddings,), kept.index(UNKNOWN), dtype=torch.int32)
        rows[kept] = torch.arange(len(kept), dtype=torch.int32)
        self.register_buffer("rows", rows)
        self.encoder.embeddings.word_embeddings = torch.nn.Embedding.from_pretrained(words.weight[kept].clone())

    def forward(self, ids):
        hidden = self.encoder(input_ids=self.rows[ids], attention_mask=torch.ones_like(ids)).last_hidden_state
        return torch.nn.functional.normalize(hidden.mean(1), dim=-1)


def main():
    out = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        whole = folder + "/float32.onnx"
        sample = torch.tensor([[101, *range(2000, 2020), 102]])
        axes = {"ids": {1: "length"}}
        torch.onnx.export(Sentences().eval(), (sample,), whole, input_names=["ids"], output_names=["vector"], opset_version=17, dynamo=False, dynamic_axes=axes)
        quantize_dynamic(whole, out, weight_type=QuantType.QInt8, per_channel=True)
    print(f"{os.path.getsize(out) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
