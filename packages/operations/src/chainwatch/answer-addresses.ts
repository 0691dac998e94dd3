import type { ChainNode } from '@gateway/chains/rail/chain-node'
import { answerAddresses as storeAnswers, findAskedAddresses } from '@gateway/db/kernel/addresses/address-question-queries'
import { payableOf } from '../businesses/wallets/check-address.ts'
import type { Context } from '../kernel/context.ts'
import { publishNotifications } from '../kernel/notifications.ts'

const MOST = 100

/**
 * Answers what the api and the signer have asked about addresses of a chain, oldest first, and tells them.
 *
 * @returns how many were answered.
 * @throws {ChainUnavailable} {WrongNetwork} with nothing answered.
 */
export async function answerAddresses(ctx: Pick<Context, 'orm' | 'clock'>, node: ChainNode): Promise<number> {
  if (!node.readUses) return 0
  const { rail } = node
  const asked = await findAskedAddresses(ctx.orm.em.fork(), { chain: rail.chain, limit: MOST })
  if (asked.length === 0) return 0
  // Whoever asks has read the address; a text that is none must not spoil the answers of others.
  const addresses = asked.filter((text) => payableOf(rail.parseAddress(text)) === text)
  await node.checkNetwork()
  const uses = await node.readUses(addresses)
  const answers = [
    ...addresses.flatMap((address, at) => (uses[at] === undefined ? [] : [{ address, use: uses[at] }])),
    ...asked.filter((text) => !addresses.includes(text)).map((address) => ({ address, use: 'program' as const })),
  ]
  await storeAnswers(ctx.orm.em.fork(), { chain: rail.chain, answers, at: ctx.clock.now() })
  publishNotifications(ctx.orm, [{ channel: 'address_answered', payload: rail.chain }])
  return answers.length
}
