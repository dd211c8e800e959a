"""Writes the trained reader as int8 ONNX and prints its size, its time a pair, and how far its odds are from the trained ones.

    python training/reader/export.py MODEL OUT.onnx [--languages FOLDER]
"""

import argparse
import os
import tempfile
import time
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

from encode import Encoder
from model import Reader, batch
from pairs import read_pairs

ROOT = Path(__file__).resolve().parents[2]
NAMES = ["ids", "segments", "mask"]


def write(model, out):
    """Dynamic quantization per channel: per tensor loses .05 nDCG."""
    sample = batch([([5] * 150, [0] * 50 + [1] * 100)] * 8)
    with tempfile.TemporaryDirectory() as folder:
        whole = folder + "/float32.onnx"
        axes = {name: {0: "batch", 1: "length"} for name in NAMES} | {"logits": {0: "batch"}}
        torch.onnx.export(model, sample, whole, input_names=NAMES, output_names=["logits"], opset_version=17, dynamo=False, dynamic_axes=axes)
        quantize_dynamic(whole, out, weight_type=QuantType.QInt8, per_channel=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("model", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--languages", help="folder of the pretrained model of seven languages")
    args = parser.parse_args()
    model = Reader(args.languages)
    model.load_state_dict(torch.load(args.model)["model"])
    model.eval()
    write(model, args.out)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(args.out, options)
    encode = Encoder(args.languages)
    pairs = [pair for pair in read_pairs(ROOT) if pair["split"] == "apart" and pair["body"]][:256]
    errors, times = [], []
    for start in range(0, len(pairs), 8):
        sample = batch([encode(pair) for pair in pairs[start : start + 8]])
        with torch.no_grad():
            exact = torch.sigmoid(model(*sample)).numpy()
        began = time.perf_counter()
        (logits,) = session.run(None, dict(zip(NAMES, (value.numpy() for value in sample))))
        times.append((time.perf_counter() - began) / sample[0].shape[0] * 1000)
        errors.append(np.abs(1 / (1 + np.exp(-logits)) - exact))
    print(f"{os.path.getsize(args.out) / 1e6:.1f} MB, {np.median(times):.1f} ms a pair on one core, odds off by {np.concatenate(errors).mean():.4f}")


if __name__ == "__main__":
    main()
