import type { ChainNode } from '@gateway/chains/rail/chain-node'
import { messageOf } from '@gateway/domain/kernel/error'
import { answerAddresses } from '@gateway/operations/chainwatch/answer-addresses'
import type { Deps } from '../deps.ts'
import { recurring, type RunningRole } from '../running-role.ts'

const LOOK_EVERY_MS = 1_000

/** Answers questions about addresses of a chain as they are asked; without the lease, because an answer changes nothing that a scanner reads. */
export function openAddressAnswers({ ctx, news }: Pick<Deps, 'ctx' | 'news'>, node: ChainNode): RunningRole {
  const { chain } = node.rail
  const waitForQuestion = news.follow({ channel: 'address_asked', payload: chain })
  return recurring(0, async () => {
    const answered = await answerAddresses(ctx, node).catch((error: unknown) => {
      ctx.log.warn({ chain, problem: messageOf(error) }, 'questions about addresses not answered, retrying')
      return 0
    })
    if (answered === 0) await waitForQuestion(LOOK_EVERY_MS)
  })
}
