import { resetDevnet } from '@gateway/devnet/devnet'
import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { onAskedToStop } from './stack/asked-to-stop.ts'
import { devFileOf } from './stack/dev-file.ts'
import { startDevstack } from './stack/devstack.ts'

const DEFAULT_PORT = 4000

const dataDir = resolve(process.env['DATA_DIR'] ?? '.data')
const startedAt = performance.now()
const log = (line: string): void => console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`)

if (process.argv.includes('--reset')) {
  await resetDevnet(dataDir, log)
  log('reset: starting with empty data')
}
rmSync(join(dataDir, 'dev.json'), { force: true })
const stack = await startDevstack({ dataDir, port: Number(process.env['PORT'] ?? DEFAULT_PORT), log })
writeFileSync(join(dataDir, 'dev.json'), devFileOf(stack))
log(`API            ${stack.gateway.api}`)
log(`Temporal UI    ${stack.devnet.temporal.ui}`)
log(`Ethereum RPC   ${stack.devnet.evm.rpc}  (chain ${stack.devnet.evm.chainId}, a block every second)`)
log(`Bitcoin RPC    ${stack.devnet.bitcoin.rpc}  (regtest, a block every two seconds)`)
log(`addresses in   ${join(dataDir, 'dev.json')}; Ctrl-C stops everything`)

await new Promise<number>((done) => onAskedToStop(done, log))
log('stopping')
await stack.stop()
rmSync(join(dataDir, 'dev.json'), { force: true })
process.exit(0)
