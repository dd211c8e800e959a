"""Turns a shipped reader back into weights that a further pass can start from: what 8 bits kept of them.

    python training/reader/restore.py SHIPPED.onnx OUT [--languages FOLDER]

FOLDER: of the pretrained model of seven languages, with the shipped tokenizer.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from model import Reader

QUANTIZED = "_quantized"


def whole(stored, name):
    """A quantized weight as float32, one scale for each output."""
    values, scale, zero = (stored[name + end].astype(np.float32) for end in (QUANTIZED, "_scale", "_zero_point"))
    if scale.size == 1:
        return (values - zero.reshape(())) * scale.reshape(())
    axis = max(n for n, size in enumerate(values.shape) if size == scale.size)
    shape = [scale.size if n == axis else 1 for n in range(values.ndim)]
    return (values - zero.reshape(shape)) * scale.reshape(shape)


def restore(graph, expected):
    """Weights by their names in the model (a state dict), from an ONNX graph that `export.py` wrote."""
    stored = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    found = {}
    for name in expected:
        if name in stored:
            found[name] = stored[name]
        elif name + QUANTIZED in stored:
            found[name] = whole(stored, name)
    for node in graph.node:
        if node.op_type != "MatMulInteger":
            continue
        for name in (one for one in node.input if one in stored and one.endswith(QUANTIZED)):
            # "/encoder/layer.0/query/MatMul_quant" multiplies by "encoder.layer.0.query.weight", transposed.
            found[".".join(node.name.strip("/").split("/")[:-1]) + ".weight"] = whole(stored, name.removesuffix(QUANTIZED)).T
    return {name: torch.tensor(np.ascontiguousarray(value)).reshape(expected[name].shape) for name, value in found.items() if name in expected}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("shipped", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--languages", help="folder of the pretrained model of seven languages")
    args = parser.parse_args()
    model = Reader(args.languages)
    model.load_state_dict(restore(onnx.load(args.shipped).graph, model.state_dict()))
    torch.save({"model": model.state_dict()}, args.out)


if __name__ == "__main__":
    main()
