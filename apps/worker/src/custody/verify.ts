import { openOrm } from '@gateway/db/orm'
import { openCustody } from '@gateway/operations/custody/keys/open-custody'
import { SIGNER_DECISIONS } from '@gateway/operations/custody/policy/decision-log'
import { findAlteredDecisions, findMissingDecisions } from '@gateway/operations/custody/policy/verify-decision-log'
import { tellOn, type Terminal } from './prompt.ts'
import type { VerificationConfig } from './config.ts'

/** Checks that the signer's decision log is complete and every row has a valid MAC. @throws {DecisionsBroken} naming the broken ones. */
export async function verify(config: VerificationConfig, terminal: Terminal): Promise<void> {
  const keys = await openCustody(config, config.rails, tellOn(terminal))
  const orm = await openOrm({ url: config.DATABASE_URL, poolSize: 1 })
  try {
    const em = orm.em.fork()
    const role = SIGNER_DECISIONS
    const broken = [...(await findMissingDecisions(em, { role })), ...(await findAlteredDecisions(em, { role, keys }))]
    if (broken.length > 0) throw new DecisionsBroken(broken.map(({ problem, place }) => `${problem} at ${place}`))
    terminal.output.write('Every decision is unchanged, and every signature has its decision.\n')
  } finally {
    keys.destroy()
    await orm.close()
  }
}

/** The log differs from the signer's. The message is for the operator, one line per broken row. */
class DecisionsBroken extends Error {
  override readonly name = 'DecisionsBroken'
  constructor(places: readonly string[]) {
    super(`The signer's decision log was changed:\n${places.join('\n')}`)
  }
}
