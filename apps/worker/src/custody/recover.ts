import { createNode } from '@gateway/chains/nodes'
import { openOrm } from '@gateway/db/orm'
import { cryptoIds } from '@gateway/operations/kernel/ids'
import { createLog } from '@gateway/operations/kernel/log'
import { openHighWater } from '@gateway/operations/custody/recovery/open-high-water'
import { addressOwners } from '@gateway/operations/jobs/address-owners'
import { type RecoveryRequest, recoverFromChain } from '@gateway/operations/payments/recovery/recover-from-chain'
import { systemClock } from '@gateway/operations/kernel/system-clock'
import { userInfo } from 'node:os'
import type { Terminal } from './prompt.ts'
import type { RecoveryConfig } from './config.ts'

/** The operator's knowledge that the chains do not show. */
export type RecoveryChoices = Pick<RecoveryRequest, 'putBack' | 'explained' | 'returned'>

/** Runs `custody recover --from-chain` against the configured database and nodes, without the seed; nothing is signed. */
export async function recover(config: RecoveryConfig, choices: RecoveryChoices, terminal: Terminal): Promise<void> {
  const orm = await openOrm({ url: config.DATABASE_URL, poolSize: 2 })
  try {
    const ctx = {
      orm,
      clock: systemClock,
      ids: cryptoIds,
      log: createLog(process.stderr),
      rails: config.rails,
      rates: { findPrice: async () => undefined },
      forwardCostMultiple: config.FORWARD_COST_MULTIPLE,
      publicUrl: config.PUBLIC_BASE_URL,
      failpoint: () => {},
      sequence: openHighWater(config),
    }
    const nodes = [...config.rails.values()].map((rail) => createNode(rail, config))
    for (const node of nodes) await node.checkNetwork()
    const tell = (line: string) => void terminal.output.write(`${line}\n`)
    await recoverFromChain(ctx, { nodes, by: `operator:${userInfo().username}`, ...choices, subjects: addressOwners, tell })
  } finally {
    await orm.close()
  }
}
