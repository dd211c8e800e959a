"""Fits how the odds of the reader and what the cheap stage says are put together, on campaigns that neither was trained on.

    python training/reader/blend.py MODEL

Prints the weights of src/core/scoring/reader/reader.ts, and what they give on each set.
"""

import argparse
import json
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import torch

from encode import Encoder
from measure import calibration_error
from model import Reader, read
from pairs import CAMPAIGNS_OF, read_json, read_pairs

ROOT = Path(__file__).resolve().parents[2]
# The share of each set in the fit: whole streams, in which leads are rare, count most.
SETS = {"streams/1": 0.1, "streams/2": 0.1, "streams/3": 0.1, "streams/4": 0.1, "lead-eval-3": 0.15, "offers": 0.1, "comments": 0.1, "short-asks": 0.1, "written": 0.15}
# In the communities of a campaign, leads are more frequent than in whole streams: the start is set so that 70 holds there.
START = 0.6
EDGE = 0.001


def log_odds(share):
    bounded = np.clip(share, EDGE, 1 - EDGE)
    return np.log(bounded / (1 - bounded))


def campaigns():
    """(set, id) → the campaign with its rules."""
    bench, training = ROOT / "bench/data", ROOT / "training/data"
    found = {}
    for name in ("lead-eval-3", "comments", "short-asks"):
        found |= {(name, campaign["id"]): campaign for campaign in read_json(bench / name / "campaigns.json")}
    fields = [*read_json(bench / "titles/fields.json.gz"), *read_json(training / "offer-fields.json.gz"), *read_json(bench / "short-asks/campaigns.json")]
    found |= {(name, campaign["id"]): campaign for name in ("offers", "streams/1") for campaign in fields}
    for name in ("streams/2", "streams/3", "streams/4", "written"):
        found |= {(name, campaign["id"]): campaign for campaign in read_json(training / CAMPAIGNS_OF.get(name, name) / "campaigns.json")}
    return found


def cheap_shares(pairs):
    known = campaigns()
    with tempfile.TemporaryDirectory() as folder:
        lines = []
        for pair in pairs:
            campaign = known[pair["set"], pair["campaign"]]
            fields = {key: campaign[key] for key in ("name", "offering", "idealCustomer", "painPoints", "rules", "subreddits") if key in campaign}
            lines.append(json.dumps({"campaign": {**fields, "id": f"{pair['set']}/{pair['campaign']}"}, **{key: pair[key] for key in ("kind", "place", "title", "body")}}))
        Path(folder, "pairs").write_text("\n".join(lines))
        subprocess.run(["node", ROOT / "training/reader/cheap.ts", f"{folder}/pairs", f"{folder}/shares"], check=True, cwd=ROOT)
        return np.array([float(line) for line in Path(folder, "shares").read_text().split("\n")])


def fit(features, leads, weights):
    x, y, w = torch.tensor(features), torch.tensor(leads), torch.tensor(weights)
    theta = torch.zeros(x.shape[1] + 1, dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.LBFGS([theta], max_iter=200)

    def loss():
        optimizer.zero_grad()
        value = torch.nn.functional.binary_cross_entropy_with_logits(theta[0] + x @ theta[1:], y, weight=w)
        value.backward()
        return value

    optimizer.step(loss)
    return theta.detach().numpy()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("model", type=Path)
    args = parser.parse_args()
    pairs = [pair for pair in read_pairs(ROOT) if pair["split"] == "apart" and pair["set"] in SETS]
    model, encode = Reader(), Encoder()
    model.load_state_dict(torch.load(args.model)["model"])
    odds = read(model, [encode(pair) for pair in pairs])
    features = np.column_stack([log_odds(odds[:, 1]), log_odds(cheap_shares(pairs))]).astype(float)
    leads = np.array([pair["grade"] >= 2 for pair in pairs], dtype=float)
    names = np.array([pair["set"] for pair in pairs])
    weights = np.array([SETS[name] / (names == name).sum() for name in names]) * len(pairs)
    start, reader, cheap = fit(features, leads, weights)
    print(f"start {start:.2f} (shipped {START}), reader {reader:.2f}, cheap {cheap:.2f}")
    shares = 1 / (1 + np.exp(-(START + features @ np.array([reader, cheap]))))
    for name in SETS:
        own = names == name
        called = own & (shares >= 0.7)
        print(
            f"{name:12} at 70: {int(leads[called].sum())} of {int(called.sum())} right, {leads[called].sum() / leads[own].sum():.2f} found, "
            f"calibration error {calibration_error(shares[own], leads[own]):.3f}"
        )


if __name__ == "__main__":
    main()
