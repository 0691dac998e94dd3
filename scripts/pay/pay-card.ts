import { type OnboardingOutcome, payCheckout, submitOnboarding } from '@gateway/devnet/stripe/visit-pages'
import { messageOf } from '@gateway/domain/kernel/error'
import { CannotPay } from './cannot-pay.ts'

/** What the rest of the line may be, for the usage. */
export const CARD_USAGE = `npm run pay -- CARD <checkout URL> [card]       pays a card payment's page; a test card's number, bank_debit_succeeds or bank_debit_fails
npm run pay -- CARD-ONBOARD <onboarding URL>  completes the onboarding of a business; with "later" some of it stays open`

const commands: Readonly<Record<string, (url: string, wish?: string) => Promise<string>>> = {
  CARD: async (url, method) => {
    const { outcome, url: next, message } = await payCheckout(url, method)
    return [`The payment is ${outcome}.`, message, next && `Next page  ${next}`].filter((line) => line).join('\n')
  },
  'CARD-ONBOARD': async (url, wish = 'complete') => `Next page  ${await submitOnboarding(url, outcomeOf(wish))}`,
}

/**
 * Does a command of the card processor, and returns what to print; undefined for words that are none.
 * @throws {CannotPay} when there is no URL, or it is no page of the devnet's card processor.
 */
export function runCard(words: readonly string[], usage: string): Promise<string> | undefined {
  const [name = '', url, wish, ...more] = words
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) return undefined
  if (url === undefined || more.length > 0) throw new CannotPay(usage)
  return command(url, wish).catch((error: unknown) => {
    throw new CannotPay(messageOf(error))
  })
}

function outcomeOf(wish: string): OnboardingOutcome {
  if (wish === 'complete' || wish === 'later' || wish === 'leave') return wish
  throw new CannotPay('An onboarding ends with complete, later or leave.')
}
