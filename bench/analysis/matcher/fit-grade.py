"""python3 bench/analysis/matcher/fit-grade.py FILE: the weights of src/analyses/kit/pairs/match-grade.ts, from what
list-evidence.ts wrote. Needs numpy.

Two logistic regressions, of pairs with other keys and of pairs with one key. Weights are drawn towards those that are in the
file now, so that one that few pairs speak of stays what it is. The biases are then chosen by reading what is found.
"""
import json
import math
import re
import sys

import numpy as np

SOURCE = "src/analyses/kit/pairs/match-grade.ts"
# How many pairs a weight that stays what it is counts as.
PULL = 2.0


def read_source(model):
    text = open(SOURCE).read()
    block = re.search(rf"  {model}: {{(.*?)}}", text, re.S)[1]
    weights = {name: float(value) for name, value in re.findall(r"(\w+): (-?[\d.]+)", block)}
    growth = float(re.search(rf"const growth = .*{model}: ([\d.]+)", text)[1])
    return weights, growth


def fit(lines, model):
    weights, growth = read_source(model)
    names = [name for name in weights if name != "bias"]
    values = np.array([[float(line["values"][name]) for name in names] + [1] for line in lines])
    labels = np.array([line["label"] for line in lines], float)
    counts = np.array([line["weight"] for line in lines])
    caution = np.array([growth * math.log(max(line["questions"], 300) / 750) for line in lines])
    start = np.array([weights[name] for name in names] + [weights["bias"]])
    pull = np.full(len(start), PULL)
    pull[-1] = 0
    found = start.copy()
    for _ in range(50):
        shares = 1 / (1 + np.exp(-np.clip(values @ found - caution, -30, 30)))
        slope = values.T @ (counts * (shares - labels)) + pull * (found - start)
        curve = (values * (counts * shares * (1 - shares))[:, None]).T @ values + np.diag(pull + 1e-6)
        step = np.linalg.solve(curve, slope)
        found -= step
        if np.abs(step).max() < 1e-6:
            break
    report(lines, values @ start - caution, labels, counts, "now")
    report(lines, values @ found - caution, labels, counts, "fitted")
    print(model, dict(zip([*names, "bias"], found.round(2).tolist())))


def report(lines, grades, labels, counts, name):
    loss = np.log1p(np.exp(-np.clip(np.where(labels == 1, grades, -grades), -30, 30)))
    right, wrong = ((grades >= 0) & (labels == label) for label in (1, 0))
    print(f"{name}: loss {(loss * counts).sum() / counts.sum():.4f}, {right.sum()} of {int(labels.sum())}, {wrong.sum()} wrong")
    for bank in dict.fromkeys(line["bank"] for line in lines):
        own = np.array([line["bank"] == bank for line in lines])
        print(f"  {bank}: {(right & own).sum()} of {int(labels[own].sum())}, {(wrong & own).sum()} wrong of {own.sum()}")


lines = [json.loads(line) for line in open(sys.argv[1])]
for hasOneKey, model in ((False, "otherAnswers"), (True, "sameAnswer")):
    fit([line for line in lines if line["hasOneKey"] == hasOneKey], model)
