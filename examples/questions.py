"""Lists, adds and deletes questions, with the standard library alone.

QUAESTOR_URL=http://localhost:4000 QUAESTOR_TOKEN=qst_... python3 examples/questions.py
"""

import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

URL = os.environ.get("QUAESTOR_URL", "http://localhost:4000")
TOKEN = os.environ.get("QUAESTOR_TOKEN")


def call(method, path, body=None, attempts=4, **query):
    """Sends a request, again after Retry-After when the service asks for it."""
    address = f"{URL}{path}?{urllib.parse.urlencode(query, doseq=True)}"
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    if TOKEN:
        headers["Authorization"] = f"Bearer {TOKEN}"
    if method != "GET":
        headers["Idempotency-Key"] = str(uuid.uuid4())
    data = None if body is None else json.dumps(body).encode()
    for attempt in range(attempts):
        request = urllib.request.Request(address, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.loads(response.read() or "null")
        except urllib.error.HTTPError as error:
            problem = json.loads(error.read())
            if error.code not in (429, 503) or attempt == attempts - 1:
                raise RuntimeError(f"{problem['code']}: {problem['detail']}") from error
            time.sleep(int(error.headers.get("Retry-After", "1")))


def questions(**criteria):
    """All questions that match, page by page."""
    page = call("GET", "/questions", limit=100, **criteria)
    yield from page["data"]
    while cursor := page["page"]["next_cursor"]:
        page = call("GET", "/questions", limit=100, cursor=cursor, **criteria)
        yield from page["data"]


if __name__ == "__main__":
    added = call("POST", "/questions", {
        "question_text": "Which gas do plants take in?",
        "correct_answer": "Carbon dioxide",
        "incorrect_answers": ["Oxygen", "Nitrogen"],
        "category": "Science",
        "difficulty": 0,
    })
    print("added", added["question_text"])
    print("found", sum(1 for _ in questions(category=["Science", "Astronomy"])))
    call("DELETE", f"/questions/{added['id']}")
    try:
        call("GET", f"/questions/{added['id']}")
    except RuntimeError as problem:
        print(problem)
