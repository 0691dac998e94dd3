import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openKeptLedger } from './journal.ts'
import { serveRpc } from './serve-rpc.ts'

/** The program of the child process: `--folder` keeps the chain, `--slot-ms` opens a slot at that interval, `--answer-ms` delays every answer. */
const text = { type: 'string' } as const
const { values } = parseArgs({ options: { folder: text, port: text, 'slot-ms': text, 'answer-ms': text } })
const kept = openKeptLedger(join(values.folder ?? '.', 'chain.jsonl'))
const server = await serveRpc(kept, { port: Number(values.port), answerMs: Number(values['answer-ms'] ?? 0) })
const slotMs = Number(values['slot-ms'] ?? 0)
const timer = slotMs > 0 ? setInterval(() => kept.apply({ kind: 'tick', slots: 1 }), slotMs) : undefined
process.on('SIGTERM', () => {
  clearInterval(timer)
  server.close()
  server.closeAllConnections()
})
