import { createRails } from '@gateway/chains/registry'
import { listen } from '@gateway/db/kernel/listen'
import { openOrm } from '@gateway/db/orm'
import { cryptoIds } from '@gateway/operations/kernel/ids'
import { createLog } from '@gateway/operations/kernel/log'
import { derivePartyTokenKeys } from '@gateway/operations/custody/evidence/party-tokens'
import { openSignerKeys } from '@gateway/operations/custody/keys/signer-keys'
import { systemClock } from '@gateway/operations/kernel/system-clock'
import { runPinningLoop } from '@gateway/worker/custody/pinning-loop'

/** The one argument of this program, as JSON. */
export interface PinningOrders {
  readonly databaseUrl: string
  readonly entropy: string
  readonly deploymentId: string
  readonly settings: Parameters<typeof createRails>[0]
  readonly platform: Readonly<Record<string, string>>
}

// The pinning loop of the signer and nothing else: without Temporal it receives no signing tasks.
const [, , text = '{}'] = process.argv
const orders: PinningOrders = JSON.parse(text)
const rails = createRails(orders.settings)
const orm = await openOrm({ url: orders.databaseUrl, poolSize: 3 })
const signer = {
  orm,
  rails,
  clock: systemClock,
  ids: cryptoIds,
  log: createLog(),
  failpoint: () => {},
  keys: openSignerKeys({ entropy: Buffer.from(orders.entropy, 'hex'), rails, generation: 0 }),
  partyTokenKeys: derivePartyTokenKeys(Buffer.alloc(32, 7)),
  deploymentId: orders.deploymentId,
  returnHoldMs: 0,
  walletDelayMs: 0,
  platformAddresses: Object.fromEntries(Object.entries(orders.platform).map(([chain, address]) => [chain, [address]])),
}
await runPinningLoop(signer, listen(orders.databaseUrl, ['committed'])).run()
