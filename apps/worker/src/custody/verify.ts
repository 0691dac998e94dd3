import { openOrm } from '@gateway/db/orm'
import { openCustody } from '@gateway/operations/custody/keys/open-custody'
import { findAlteredDecisions, findMissingDecisions } from '@gateway/operations/custody/policy/verify-decision-log'
import { tellOn, type Terminal } from './prompt.ts'
import type { VerificationConfig } from './config.ts'

/** Looks whether the signer's record of decisions is whole and every row of it bears its mark. @throws {DecisionsBroken} naming what is not. */
export async function verify(config: VerificationConfig, terminal: Terminal): Promise<void> {
  const keys = await openCustody(config, config.rails, tellOn(terminal))
  const orm = await openOrm({ url: config.DATABASE_URL, poolSize: 1 })
  try {
    const em = orm.em.fork()
    const broken = [...(await findMissingDecisions(em)), ...(await findAlteredDecisions(em, keys))]
    if (broken.length > 0) throw new DecisionsBroken(broken.map(({ problem, place }) => `${problem} at ${place}`))
    terminal.output.write('Every decision is as the signer made it, and nothing was signed without one.\n')
  } finally {
    keys.destroy()
    await orm.close()
  }
}

/** The record is not what the signer has written. The message is for the operator, a line for each place. */
class DecisionsBroken extends Error {
  override readonly name = 'DecisionsBroken'
  constructor(places: readonly string[]) {
    super(`The signer's decisions are not as it made them:\n${places.join('\n')}`)
  }
}
