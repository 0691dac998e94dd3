import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openKeptLedger } from './journal.ts'
import { serveRpc } from './serve-rpc.ts'

/** The program of the child process: `--folder` keeps the chain, `--slot-ms` opens a slot at that interval. */
const { values } = parseArgs({ options: { folder: { type: 'string' }, port: { type: 'string' }, 'slot-ms': { type: 'string' } } })
const kept = openKeptLedger(join(values.folder ?? '.', 'chain.jsonl'))
const server = await serveRpc(kept, Number(values.port))
const slotMs = Number(values['slot-ms'] ?? 0)
const timer = slotMs > 0 ? setInterval(() => kept.apply({ kind: 'tick', slots: 1 }), slotMs) : undefined
process.on('SIGTERM', () => {
  clearInterval(timer)
  server.close()
  server.closeAllConnections()
})
