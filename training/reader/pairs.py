"""Reads the labeled sets of the repository as pairs of a campaign and a text.

A pair is a dict:
    set       the name of the labeled set
    campaign  the campaign's id, unique within the set
    split     "fit", or "apart" where no pair of the campaign may be trained on
    name, offering, customer   what the campaign says of itself
    kind      "post" or "comment"
    place     the subreddit
    title     the title; of a comment, its thread's
    body      the text below the title; "" without one
    grade     0 irrelevant, 1 on topic, 2 possible lead, 3 strong lead
"""

import gzip
import hashlib
import json
from pathlib import Path


def read_lines(path):
    with (gzip.open(path, "rt") if path.suffix == ".gz" else open(path)) as file:
        return [json.loads(line) for line in file if line.strip()]


def read_json(path):
    with (gzip.open(path, "rt") if path.suffix == ".gz" else open(path)) as file:
        return json.load(file)


def is_apart(campaign, every):
    """Whether one campaign in `every` is kept apart; the same for the same id, everywhere."""
    return int(hashlib.sha256(campaign.encode()).hexdigest(), 16) % every == 0


def about(campaign):
    return {"name": campaign["name"], "offering": campaign["offering"], "customer": campaign.get("idealCustomer", "")}


def labeled(folder, split_of):
    """Campaigns with their posts and comments in Reddit's field names, and the grades beside them."""
    for campaign in read_json(folder / "campaigns.json"):
        files = sorted(folder.glob(f"posts/{campaign['id']}.jsonl*"))
        if not files:
            continue
        grades = {row["id"]: row["label"] for row in read_lines(folder / "labels" / f"{campaign['id']}.jsonl")}
        for item in read_lines(files[0]):
            key = item.get("name") or item["id"]
            grade = grades.get(key, grades.get(item.get("id")))
            if grade is None:
                continue
            is_comment = key.startswith("t1_")
            yield {
                "set": folder.name,
                "campaign": campaign["id"],
                "split": split_of(campaign),
                **about(campaign),
                "kind": "comment" if is_comment else "post",
                "place": item.get("subreddit", ""),
                "title": item.get("link_title", "") if is_comment else item.get("title", ""),
                "body": (item.get("body") if is_comment else item.get("selftext")) or "",
                "grade": grade,
            }


def titles(bench, training, streams_apart):
    """Titles without a body: invented ones by field, and real ones beside invented fields."""
    fields = {}

    def pair(name, campaign, row, split):
        return {"set": name, "campaign": campaign["id"], "split": split, **about(campaign), "kind": "post",
                "place": row["subreddit"], "title": row["title"], "body": "", "grade": row["label"]}

    for name, path in (("fields", bench / "titles/fields.json.gz"), ("offer-fields", training / "data/offer-fields.json.gz")):
        for campaign in read_json(path):
            fields[campaign["id"]] = campaign
            split = "apart" if campaign["id"] in streams_apart else "fit"
            for row in campaign["titles"] + campaign.get("longer", []):
                yield pair(name, campaign, row, split)
    for campaign in read_json(bench / "short-asks/campaigns.json"):
        fields[campaign["id"]] = campaign
    for row in read_lines(bench / "titles/offers.jsonl.gz"):
        campaign = fields[row["field"]]
        tests = row["split"] == "test" or campaign["id"] in streams_apart or campaign.get("split") == "test"
        yield pair("offers", campaign, row, "apart" if tests else "fit")


# One campaign in so many is kept apart. Rows of locked campaigns aren't in these files.
ROUNDS = {"streams/1": 8, "streams/2": 5, "streams/3": 8, "streams/4": 8, "streams/5": 8, "written": 8, "languages": 4}
# Whose campaigns a round ranked texts for; otherwise its own.
CAMPAIGNS_OF = {"streams/3": "written", "streams/4": "written", "streams/5": "written"}


def rounds(folder):
    """Rows of whole streams that a reader ranked first, graded by readers who didn't see its odds, and what writers invented."""
    for name, every in ROUNDS.items():
        campaigns = {campaign["id"]: campaign for campaign in read_json(folder / CAMPAIGNS_OF.get(name, name) / "campaigns.json")}
        for row in read_lines(folder / name / "rows.jsonl.gz"):
            campaign = campaigns[row["campaign"]]
            yield {
                "set": name,
                "campaign": campaign["id"],
                "split": "apart" if is_apart(campaign["id"], every) else "fit",
                **about(campaign),
                "kind": row.get("kind", "post"),
                "place": row["subreddit"],
                "title": row["title"],
                "body": row["body"],
                "grade": row["grade"],
            }


def trades(root):
    """What is known of each trade, in other languages."""
    for path in sorted(Path(root, "src/core/trades/languages").glob("*.json")):
        yield from ({**trade, "language": path.stem} for trade in read_json(path))


def problem_pairs(root, random):
    """What customers of a trade write, beside a campaign of that trade (a lead) and of another one (none), in other languages."""
    known = list(trades(root))
    of_language = {}
    for trade in known:
        of_language.setdefault(trade["language"], []).append(trade)
    for trade in known:
        others = of_language[trade["language"]]
        for problem in random.sample(trade["problems"], 3):
            kind = random.choice(["post", "comment"])
            for one in (trade, random.choice([other for other in others if other is not trade])):
                yield {
                    "set": "problem",
                    "campaign": f"{one['language']}/{one['id']}",
                    "split": "fit",
                    "name": one["name"],
                    "offering": ", ".join(random.sample(one["sellers"], min(2, len(one["sellers"])))),
                    "customer": ". ".join(one["buyers"]),
                    "kind": kind,
                    "place": random.choice(one["communities"] or [""]),
                    "title": problem if kind == "post" else random.choice(trade["customers"]),
                    "body": "" if kind == "post" else problem,
                    "grade": 2 if one is trade else 0,
                }


def read_pairs(root):
    """All pairs of the repository at `root`. Campaigns of a test split, and some of the others, are kept apart."""
    bench, training = Path(root) / "bench/data", Path(root) / "training"
    of_rounds = list(rounds(training / "data"))
    streams_apart = {pair["campaign"] for pair in of_rounds if pair["split"] == "apart" and pair["set"].startswith("streams")}
    by_test_split = lambda campaign: "apart" if campaign.get("split") == "test" else "fit"
    return [
        *labeled(bench / "lead-eval", lambda campaign: "fit"),
        *labeled(bench / "lead-eval-2", lambda campaign: "fit"),
        *labeled(bench / "lead-eval-3", lambda campaign: "apart" if is_apart(campaign["id"], 8) else "fit"),
        *labeled(bench / "comments", by_test_split),
        *labeled(bench / "short-asks", by_test_split),
        *labeled(bench / "languages", lambda campaign: "apart"),
        *titles(bench, training, streams_apart),
        *of_rounds,
    ]
