#!/usr/bin/env node
import { readFileSync, writeFileSync } from 'node:fs'
import { runCommand } from './cli/run-command.ts'

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort(new Error(`ended by ${signal}`)))

process.exitCode = await runCommand(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
  store: (bytes, file) => void (file === undefined ? process.stdout.write(bytes) : writeFileSync(file, bytes)),
  readInput: () => readFileSync(process.stdin.fd, 'utf8'),
  signal: ending.signal,
})
