import { driverOf } from '@gateway/devnet/chains'
import { join } from 'node:path'
import { readMailbox } from '@gateway/devnet/mail/mailbox'
import { onboardCards } from './demo/onboard-cards.ts'
import { openDemoBusiness } from './development/demo-business.ts'
import { elapsedLog } from './development/elapsed-log.ts'
import { explainFailure } from './development/explain-failure.ts'
import { freshWallets } from './development/fresh-wallets.ts'
import { publishStart, type StartPublisher } from './development/publish-start.ts'
import { shownFolder } from './development/start-options.ts'
import { type StartedStack, startStack } from './development/start-stack.ts'
import { openTestWallets } from './development/test-wallets.ts'
import { chainsOf } from './stack/each-chain.ts'
import { onAskedToStop } from './stack/asked-to-stop.ts'
import { devFileOf, removeDevFile, writeDevFile } from './stack/dev-file.ts'

const log = elapsedLog()
const startedAt = new Date()
const started = await startStack({ name: 'npm run dev', folder: '.data', port: 4000, hasStartPage: true }, log)
const { dataDir } = started.options
let publisher: StartPublisher | undefined
const asked = new Promise<number>((done) => onAskedToStop(done, log))
try {
  publisher = await describe(started)
  await asked
  await leave(0)
} catch (error) {
  console.error(explainFailure(error, started.options))
  await leave(1)
}

/** Opens the demo business and the test wallets, writes the stack's file and prints where everything is. */
async function describe({ stack, options }: StartedStack): Promise<StartPublisher> {
  const { devnet, gateway } = stack
  const newWallets = () => freshWallets(devnet.chains)
  const wallets = await openTestWallets(dataDir, devnet.chains)
  const demo = await openDemoBusiness({ api: gateway.api, dataDir, newWallets, readEmails: () => readMailbox(dataDir) })
  await onboardCards({ api: gateway.api, key: demo.apiKey, businessId: demo.businessId })
  writeDevFile(dataDir, devFileOf({ ...stack, wallets, demo, mines: true }))
  const publishing = await publishStart({ stack, options, demo, wallets, startedAt })
  log(`Start page        ${gateway.api}/`)
  log(`Portal            ${gateway.api}/dashboard`)
  log(`API               ${gateway.api}/api`)
  log(`Temporal UI       ${devnet.temporal.ui}`)
  log(`Card processor    ${stack.stripe.url}  (pay a page: npm run pay -- CARD <checkout URL>)`)
  log(`Lightning         ${stack.lightning.progress()}  (pay an invoice: npm run pay -- LN <BOLT11>)`)
  for (const chain of chainsOf(devnet.chains)) {
    const { name, chainId, blockSeconds } = driverOf(chain)
    const network = chainId === undefined ? 'regtest' : `chain ${chainId}`
    log(`${`${name} RPC`.padEnd(17)} ${devnet.chains[chain]?.rpc}  (${network}, a block every ${blockSeconds} s)`)
  }
  log(`addresses in      ${shownFolder(join(dataDir, 'dev.json'))}; Ctrl-C stops everything`)
  return publishing
}

/** Stops everything in order and ends the process. */
async function leave(exitCode: number): Promise<never> {
  log('stopping')
  removeDevFile(dataDir)
  await publisher?.stop()
  await started.stack.stop()
  process.exit(exitCode)
}
