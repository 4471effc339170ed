#!/usr/bin/env bash
# Adds, finds, changes and deletes a question with curl.
# QUAESTOR_URL=http://localhost:4000 QUAESTOR_TOKEN=qst_... examples/questions.sh
set -euo pipefail

url=${QUAESTOR_URL:-http://localhost:4000}
call() {
  # Waits as Retry-After asks; the Idempotency-Key makes it safe to repeat a change.
  curl --silent --show-error --fail-with-body --retry 3 \
    --header "Content-Type: application/json" --header "Idempotency-Key: example-$RANDOM-$(date +%s%N)" \
    ${QUAESTOR_TOKEN:+--header "Authorization: Bearer $QUAESTOR_TOKEN"} "$@"
}

id=$(call "$url/questions" --data '{
  "question_text": "Which gas do plants take in?", "correct_answer": "Carbon dioxide",
  "category": "Science", "difficulty": 0
}' | sed 's/.*"id":"\([^"]*\)".*/\1/')
echo "added $id"

call --request QUERY "$url/questions" --data '{"category": "Science", "fields": ["question_text"], "limit": 1}'
echo

call --request PATCH "$url/questions/$id" --header 'If-Match: "1"' --data '{"topic_focus": "Plants"}' >/dev/null
call --request DELETE "$url/questions/$id"
echo "deleted"
