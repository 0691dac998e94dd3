import { codeOf, isFinal, messageOf } from '../../ui/problem.ts'

const words: Readonly<Record<string, string>> = {
  ALREADY_PAID: 'This invoice was paid from here already, or is being paid now. Nothing more was sent.',
  INSUFFICIENT_BALANCE: 'The wallet does not have the amount and the fee limit any more. Nothing was sent.',
  LIGHTNING_UNAVAILABLE: 'The Lightning node does not answer, or the host of the address. Nothing was sent; try again in a minute.',
}

/** Why a send was refused, in words; the server’s own where there are none. */
export const sendFailure = (error: unknown): string => words[codeOf(error) ?? ''] ?? withDoubt(error)

/** Without an answer nobody knows whether it was sent. */
const withDoubt = (error: unknown): string =>
  isFinal(error) ? messageOf(error) : `${messageOf(error)} Whether it was sent is not known. Send it again: it is sent once.`
