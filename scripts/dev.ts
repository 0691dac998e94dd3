import { resetDevnet } from '@gateway/devnet/devnet'
import { evmFaucet } from '@gateway/devnet/evm'
import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { onAskedToStop } from './stack/asked-to-stop.ts'
import { type Devstack, startDevstack } from './stack/devstack.ts'

const DEFAULT_PORT = 4000

const dataDir = resolve(process.env['DATA_DIR'] ?? '.data')
const startedAt = performance.now()
const log = (line: string): void => console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`)

if (process.argv.includes('--reset')) {
  await resetDevnet(dataDir, log)
  log('reset: everything starts afresh')
}
rmSync(join(dataDir, 'dev.json'), { force: true })
const stack = await startDevstack({ dataDir, port: Number(process.env['PORT'] ?? DEFAULT_PORT), log })
writeFileSync(join(dataDir, 'dev.json'), `${JSON.stringify(addresses(stack), null, 2)}\n`)
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

/** What programs need to know about a running development stack. */
function addresses({ devnet, gateway, contracts, around }: Devstack) {
  return {
    api: gateway.api,
    postgres: around.databaseUrl,
    temporal: { address: devnet.temporal.address, ui: devnet.temporal.ui },
    chains: {
      ETH: { rpc: devnet.evm.rpc, chainId: devnet.evm.chainId, faucetKey: evmFaucet.key, tokens: { USDC_ETH: contracts.usdc } },
      BTC: { rpc: devnet.bitcoin.rpc, faucetWallet: devnet.bitcoin.wallet },
    },
  }
}
