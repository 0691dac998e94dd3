import { join } from 'node:path'
import { openDemoBusiness } from './development/demo-business.ts'
import { elapsedLog } from './development/elapsed-log.ts'
import { explainFailure } from './development/explain-failure.ts'
import { freshWallets } from './development/fresh-wallets.ts'
import { shownFolder } from './development/start-options.ts'
import { type StartedStack, startStack } from './development/start-stack.ts'
import { openTestWallets } from './development/test-wallets.ts'
import { onAskedToStop } from './stack/asked-to-stop.ts'
import { blockSeconds } from './stack/block-seconds.ts'
import { devFileOf, removeDevFile, writeDevFile } from './stack/dev-file.ts'

const log = elapsedLog()
const started = await startStack({ name: 'npm run dev', folder: '.data', port: 4000 }, log)
const { dataDir } = started.options
// The folder is this process's own now, so a file in it is one that a killed stack left behind.
removeDevFile(dataDir)
const asked = new Promise<number>((done) => onAskedToStop(done, log))
try {
  await describe(started)
  await asked
  await leave(0)
} catch (error) {
  console.error(explainFailure(error, started.options))
  await leave(1)
}

/** Opens the demo business and the test wallets, writes the stack's file and prints where everything is. */
async function describe({ stack }: StartedStack): Promise<void> {
  const { devnet, gateway } = stack
  const newWallets = () => freshWallets(devnet.bitcoin)
  const wallets = await openTestWallets(dataDir, devnet.bitcoin)
  const { wallets: _ofDemo, ...demo } = await openDemoBusiness({ api: gateway.api, dataDir, newWallets })
  writeDevFile(dataDir, devFileOf({ ...stack, wallets, demo, blockSeconds }))
  log(`Start page     ${gateway.api}/`)
  log(`API            ${gateway.api}/api`)
  log(`Temporal UI    ${devnet.temporal.ui}`)
  log(`Ethereum RPC   ${devnet.evm.rpc}  (chain ${devnet.evm.chainId}, a block every second)`)
  log(`Bitcoin RPC    ${devnet.bitcoin.rpc}  (regtest, a block every two seconds)`)
  log(`addresses in   ${shownFolder(join(dataDir, 'dev.json'))}; Ctrl-C stops everything`)
}

/** Stops everything in order and ends the process. */
async function leave(exitCode: number): Promise<never> {
  log('stopping')
  removeDevFile(dataDir)
  await started.stack.stop()
  process.exit(exitCode)
}
