"""Figures by set: nDCG@20 and average precision within campaigns, precision and recall at .7, calibration error."""

import collections
import math

import numpy as np

GAIN = (0, 0, 1, 3)


def rank_value(odds):
    return 0.2 * odds[..., 0] + odds[..., 1] + 0.6 * odds[..., 2]


def ranking(rows):
    """(nDCG@20, average precision, leads among the first five) of (value, grade) rows with at least one lead; ties against us."""
    grades = [grade for _, grade in sorted(rows, key=lambda row: (-row[0], row[1]))]
    dcg = lambda list: sum(GAIN[grade] / math.log2(i + 2) for i, grade in enumerate(list[:20]))
    leads = [i for i, grade in enumerate(grades) if grade >= 2]
    precision = sum((n + 1) / (i + 1) for n, i in enumerate(leads)) / len(leads)
    return dcg(grades) / dcg(sorted(grades, reverse=True)), precision, sum(grade >= 2 for grade in grades[:5]) / 5


def calibration_error(odds, leads, bins=10):
    """Mean distance between what was said and what was true, weighed by how often it was said."""
    edges = np.minimum((odds * bins).astype(int), bins - 1)
    return sum(abs(odds[edges == b].mean() - leads[edges == b].mean()) * (edges == b).mean() for b in range(bins) if (edges == b).any())


def print_figures(pairs, odds, line=0.7):
    by_set = collections.defaultdict(lambda: collections.defaultdict(list))
    for pair, own in zip(pairs, odds):
        by_set[pair["set"]][pair["campaign"]].append((rank_value(own), own[1], pair["grade"]))
    for name, campaigns in sorted(by_set.items()):
        ranked = [ranking([(value, grade) for value, _, grade in rows]) for rows in campaigns.values() if any(r[2] >= 2 for r in rows)]
        rows = np.array([(said, grade >= 2) for own in campaigns.values() for _, said, grade in own])
        called = rows[rows[:, 0] >= line]
        ndcg, precision, first = np.mean(ranked, 0)
        print(
            f"{name:14} {len(rows):5} pairs {int(rows[:, 1].sum()):5} leads  nDCG@20 {ndcg:.3f}  AP {precision:.3f}  first five {first:.2f}  "
            f"at {line}: {int(called[:, 1].sum())} of {len(called)} right, {called[:, 1].sum() / rows[:, 1].sum():.2f} found  "
            f"calibration error {calibration_error(rows[:, 0], rows[:, 1]):.3f}",
            flush=True,
        )
