"""Fine-tunes the reader on every labeled pair that isn't kept apart, and prints its figures on those that are.

    python training/reader/train.py OUT [--seed N] [--start WEIGHTS] [--languages FOLDER]

An interrupted run goes on from OUT.part with the same seed and data.
"""

import argparse
import random
import time
from pathlib import Path

import numpy as np
import torch

from encode import Encoder, describe
from measure import print_figures
from model import Reader, batch, read
from pairs import ROUNDS, problem_pairs, read_pairs

ROOT = Path(__file__).resolve().parents[2]
BATCH, HEAD_RATE, WARM_UP = 32, 1e-3, 0.06
LOSS_WEIGHTS = torch.tensor([0.5, 1.0, 0.7])
FORMS = ("whole", "whole", "whole", "unnamed", "offering")
TITLE_SETS = ("fields", "offer-fields")
# How often a pair is read, by what it is: of a round, an invented title, another; and how many asks are put beside other campaigns.
FIRST = {"round": 2, "languages": 0, "title": 0.6, "other": 2, "mismatch": 0.5, "rate": 8e-5}
# For the model of seven languages, whose pretrained weights are in FOLDER (unpack.py).
LANGUAGES = {"round": 1, "title": 0.15, "other": 1, "languages": 5, "problem": 1, "mismatch": 0.4, "rate": 1e-4}
LANGUAGES_FURTHER = {"round": 0.4, "title": 0.1, "other": 0.4, "languages": 6, "problem": 0.4, "mismatch": 0.3, "rate": 7e-5}
FURTHER = {"round": 1, "streams/5": 3, "languages": 0, "title": 0.05, "other": 0.6, "mismatch": 0.5, "rate": 5e-5}
SAVE_SECONDS = 240


def mismatches(pairs, share, encode, model, random):
    """Real asks beside campaigns of another trade, as grade 0: otherwise the form of an ask is all that is learned.

    Half beside a far campaign (cosine below .3), half beside a neighboring one (.3 to .45), by the pretrained vectors.
    """
    about = {(pair["set"], pair["campaign"]): pair for pair in pairs}
    keys = sorted(about)
    vectors = []
    with torch.no_grad():
        for start in range(0, len(keys), 64):
            encoded = [encode.about(describe(about[key])) for key in keys[start : start + 64]]
            ids, _, mask = batch([([encode.first, *ids, encode.separator], [0] * (len(ids) + 2)) for ids in encoded])
            hidden = model.encoder(input_ids=ids, attention_mask=mask).last_hidden_state
            vectors.append((hidden * mask.unsqueeze(-1)).sum(1) / mask.sum(1, keepdim=True))
    vectors = torch.cat(vectors)
    # All vectors of the model of seven languages are much alike.
    vectors = torch.nn.functional.normalize(vectors - vectors.mean(0) if encode.first == 0 else vectors, dim=-1).numpy()
    at = {key: n for n, key in enumerate(keys)}
    asks = [pair for pair in pairs if pair["grade"] >= 2]
    found = []
    for n, pair in enumerate(random.sample(asks, int(len(asks) * share))):
        cosine = vectors @ vectors[at[pair["set"], pair["campaign"]]]
        low, high = (0.3, 0.45) if n % 2 else (-1, 0.3)
        near = np.flatnonzero((cosine >= low) & (cosine < high))
        if len(near) > 0:
            other = about[keys[random.choice(near.tolist())]]
            found.append({**pair, **{field: other[field] for field in ("name", "offering", "customer")}, "grade": 0})
    return found


def lesson(pairs, plan, encode, model, random):
    """All (pair, form) to be read, in random order."""
    work = []
    for pair in pairs:
        named = pair["set"] if pair["set"] in plan else None
        kind = named or ("round" if pair["set"] in ROUNDS else "title" if pair["set"] in TITLE_SETS else "other")
        often = int(plan[kind]) + (random.random() < plan[kind] % 1)
        work += [(pair, random.choice(FORMS)) for _ in range(often)]
    work += [(pair, random.choice(FORMS)) for pair in mismatches(pairs, plan["mismatch"], encode, model, random)]
    random.shuffle(work)
    return work


def batches_of(encoded, random):
    """Indexes in batches of like length."""
    found = []
    for start in range(0, len(encoded), BATCH * 50):
        order = sorted(range(start, min(len(encoded), start + BATCH * 50)), key=lambda i: len(encoded[i][0]))
        group = [order[i : i + BATCH] for i in range(0, len(order), BATCH)]
        random.shuffle(group)
        found += group
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--languages", help="folder of the pretrained model of seven languages")
    parser.add_argument("--start", type=Path, help="weights to go on from, after a further round of labels")
    args = parser.parse_args()
    chance = random.Random(args.seed)
    torch.manual_seed(args.seed)
    pairs = read_pairs(ROOT)
    apart = [pair for pair in pairs if pair["split"] == "apart"]
    first, further = (LANGUAGES, LANGUAGES_FURTHER) if args.languages else (FIRST, FURTHER)
    plan = further if args.start else first
    encode, model = Encoder(args.languages), Reader(args.languages)
    pairs += problem_pairs(ROOT, chance) if args.languages else []
    work = lesson([pair for pair in pairs if pair["split"] == "fit"], plan, encode, model, chance)
    if args.start:
        model.load_state_dict(torch.load(args.start)["model"])
    encoded = [encode(pair, form) for pair, form in work]
    grades = torch.tensor([[pair["grade"] >= 1, pair["grade"] >= 2, pair["grade"] >= 3] for pair, _ in work], dtype=torch.float32)
    # A problem in a trade's list is about the trade; whether its author asks for anything isn't said.
    weights = torch.stack([LOSS_WEIGHTS * torch.tensor([1.0, 0.0, 0.0]) if pair["set"] == "problem" and pair["grade"] > 0 else LOSS_WEIGHTS for pair, _ in work])
    batches = batches_of(encoded, chance)
    print(f"{len(work)} readings of {len(pairs) - len(apart)} pairs, {sum(len(ids) for ids, _ in encoded)} tokens", flush=True)

    trained = [parameter for parameter in model.encoder.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW([{"params": trained, "lr": plan["rate"]}, {"params": model.head.parameters(), "lr": HEAD_RATE}], weight_decay=0.01)
    rate_at = lambda n: min(1, (n + 1) / (len(batches) * WARM_UP)) * max(0.02, 1 - n / len(batches))
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, rate_at)
    part, first = args.out.with_suffix(".part"), 0
    if part.exists():
        saved = torch.load(part)
        first = saved["next"]
        for name, thing in (("model", model), ("optimizer", optimizer), ("schedule", schedule)):
            thing.load_state_dict(saved[name])
        print(f"goes on from batch {first}", flush=True)
    began = saved_at = time.time()
    mean = None
    model.train()
    for n in range(first, len(batches)):
        rows = batches[n]
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits = model(*batch([encoded[i] for i in rows]))
        loss = (torch.nn.functional.binary_cross_entropy_with_logits(logits.float(), grades[rows], reduction="none") * weights[rows]).mean()
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        mean = loss.item() if mean is None else 0.98 * mean + 0.02 * loss.item()
        if n % 100 == 0:
            print(f"{n} of {len(batches)}, loss {mean:.4f}, {time.time() - began:.0f} s", flush=True)
        if time.time() - saved_at > SAVE_SECONDS:
            state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "schedule": schedule.state_dict(), "next": n + 1}
            torch.save(state, part)
            saved_at = time.time()
    torch.save({"model": model.state_dict()}, args.out)
    part.unlink(missing_ok=True)
    print_figures(apart, read(model, [encode(pair) for pair in apart]))


if __name__ == "__main__":
    main()
