#!/bin/sh
# openapi-python-client leaves out an answer whose schema has a title and that an operation gives with two statuses.
#
# openapi-python-client 0.29.1 (PyPI), with Python 3.10 or newer, on Linux x64, seen 2026-11-29.
#
# The guess: a shared answer (`components/responses`) that an operation has for 200 and for 201 is read twice, like every other one. Seen instead: an object with a
# title is a class named after it, alone or in a `oneOf`; the second status wants the same name again, and its answer is left out, with a warning and exit code
# 0. The client then returns nothing for a successful call. Without titles the classes are named after operation and status, and both answers are there. With
# one status titles do no harm. The description is valid OpenAPI 3.1.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv tool
tool/bin/pip -q install openapi-python-client==0.29.1 ruff==0.17.6
PATH=$folder/tool/bin:$PATH

form() {
  echo "{ $1 \"type\": \"object\", \"properties\": { \"$2\": { \"type\": \"string\" } }, \"required\": [\"$2\"] }"
}

generate() {
  cat >description.json <<JSON
{ "openapi": "3.1.0", "info": { "title": "Names", "version": "1" },
  "paths": { "/names": { "post": { "operationId": "takeName", "responses": { $1 } } } },
  "components": { "responses": { "Taken": { "description": "Done.", "content": { "application/json": { "schema": $2 } } } } } }
JSON
  openapi-python-client generate --path description.json --output-path client --meta none --overwrite >log 2>&1 && exit=0 || exit=$?
  answers=$(grep -c 'if response.status_code == 20[01]' client/api/default/take_name.py || true)
  seen="exit $exit, $(grep -c 'will be omitted' log || true) left out, $answers read"
}

expect() {
  if [ "$2" != "$3" ]; then
    echo "$1: expected \"$2\", got \"$3\"" >&2
    exit 1
  fi
  echo "$1: $3"
}

one='"200": { "$ref": "#/components/responses/Taken" }'
two="$one, \"201\": { \"\$ref\": \"#/components/responses/Taken\" }"
titled="{ \"oneOf\": [$(form '"title": "Claimed",' claimed), $(form '"title": "Linked",' linked)] }"
untitled="{ \"oneOf\": [$(form '' claimed), $(form '' linked)] }"

generate "$two" "$titled"
expect 'two statuses, titled forms' 'exit 0, 1 left out, 1 read' "$seen"
generate "$two" "$untitled"
expect 'two statuses, forms without titles' 'exit 0, 0 left out, 2 read' "$seen"
generate "$one" "$titled"
expect 'one status, titled forms' 'exit 0, 0 left out, 1 read' "$seen"
generate "$two" "$(form '"title": "Claimed",' claimed)"
expect 'two statuses, one titled form' 'exit 0, 1 left out, 1 read' "$seen"
