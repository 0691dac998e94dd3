#!/bin/sh
# openapi-python-client writes Python that cannot be parsed for an optional member that is a constant other than a text.
#
# openapi-python-client 0.29.1 (PyPI), with Python 3.10 or newer, on Linux x64, seen 2026-11-28.
#
# The guess: an optional `const` of any JSON type is read and compared, as a text is. Seen instead: between the constant and the word `and` of the
# comparison is no space. After a text the quotation mark still ends the word, so those clients work; after `true` it is one word:
#
#   optional "const": true     if replay != Trueand not isinstance(replay, Unset):      SyntaxError
#
# A required constant has no such word behind it, and is read.
# The description is valid OpenAPI 3.1. The command writes the file, ruff then fails on it, and the command exits with 1. A member of
# `"type": "boolean", "enum": [true]` says the same, and gives a client that works.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv tool
tool/bin/pip -q install openapi-python-client==0.29.1 ruff==0.17.6
PATH=$folder/tool/bin:$PATH

describe() {
  cat >description.json <<JSON
{ "openapi": "3.1.0", "info": { "title": "Replays", "version": "1" },
  "paths": { "/replay": { "get": { "operationId": "getReplay", "responses": { "200": { "description": "One.",
    "content": { "application/json": { "schema": { "\$ref": "#/components/schemas/Answer" } } } } } } } },
  "components": { "schemas": { "Answer": { "type": "object", "properties": { "replay": $1 }, "required": $2 } } } }
JSON
  openapi-python-client generate --path description.json --output-path client --meta none --overwrite >log 2>&1 && exit=0 || exit=$?
  compared=$(sed -n 's/^ *\(if replay != .*\)$/\1/p' client/models/answer.py)
  python3 -m py_compile client/models/answer.py 2>error && parsed=yes || parsed=no
}

expect() {
  if [ "$2" != "$3" ]; then
    echo "$1: expected \"$2\", got \"$3\"" >&2
    exit 1
  fi
  echo "$1: $3"
}

describe '{ "const": "yes" }' '[]'
expect 'optional text, exit code' 0 "$exit"
expect 'optional text, parsed' yes "$parsed"
describe '{ "const": true }' '[]'
expect 'optional true, exit code' 1 "$exit"
expect 'optional true' 'if replay != Trueand not isinstance(replay, Unset):' "$compared"
expect 'optional true, parsed' no "$parsed"
describe '{ "const": true }' '["replay"]'
expect 'required true, exit code' 0 "$exit"
expect 'required true, parsed' yes "$parsed"
describe '{ "type": "boolean", "enum": [true] }' '[]'
expect 'optional enum of true, exit code' 0 "$exit"
expect 'optional enum of true, parsed' yes "$parsed"
