import { createNode } from '@gateway/chains/nodes'
import { openOrm } from '@gateway/db/orm'
import { cryptoIds } from '@gateway/operations/kernel/ids'
import { createLog } from '@gateway/operations/kernel/log'
import { openCustody } from '@gateway/operations/custody/keys/open-custody'
import { openHighWater } from '@gateway/operations/custody/recovery/open-high-water'
import { type RecoveryRequest, recoverFromChain } from '@gateway/operations/payments/recovery/recover-from-chain'
import { systemClock } from '@gateway/operations/kernel/system-clock'
import { userInfo } from 'node:os'
import { tellOn, type Terminal } from './prompt.ts'
import type { RecoveryConfig } from './config.ts'

/** The operator's knowledge that the chains do not show. */
export type RecoveryChoices = Pick<RecoveryRequest, 'putBack' | 'explained' | 'returned'>

/**
 * Runs `custody recover --from-chain` against the configured database and nodes. The seed authenticates the rebuilt decisions; nothing is
 * signed.
 */
export async function recover(config: RecoveryConfig, choices: RecoveryChoices, terminal: Terminal): Promise<void> {
  const keys = await openCustody(config, config.rails, tellOn(terminal))
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
      keys,
    }
    const nodes = [...config.rails.values()].map((rail) => createNode(rail, config))
    for (const node of nodes) await node.checkNetwork()
    const tell = (line: string) => void terminal.output.write(`${line}\n`)
    await recoverFromChain(ctx, { nodes, by: `operator:${userInfo().username}`, ...choices, tell })
  } finally {
    keys.destroy()
    await orm.close()
  }
}
