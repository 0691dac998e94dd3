import { LinkButton } from '../../ui/button.tsx'
import { dayOf, relativeTo } from '../../ui/moment.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type CardAccount, useCardAccount } from './use-card-account.ts'

const REFRESH_MS = 30_000

/** That the business cannot take cards yet, or soon not any more; nothing when all is well. */
export function OnboardingNotice() {
  const { data } = useCardAccount(REFRESH_MS)
  if (!data) return null
  const told = data.account === null ? unopened : toldOf(data.account)
  if (told === undefined) return null
  return (
    <Notice
      state={told.state}
      fact={told.fact}
      actions={
        <LinkButton size="sm" to="/b/$business/cards/onboarding">
          {told.act}
        </LinkButton>
      }
    >
      {told.help}
    </Notice>
  )
}

interface Told {
  readonly state: 'pending' | 'held'
  readonly fact: string
  readonly help: string
  readonly act: string
}

const unopened: Told = {
  state: 'pending',
  fact: 'This business does not take cards yet',
  help: 'The card processor has to know your business first. It takes about ten minutes.',
  act: 'Begin onboarding',
}

function toldOf({
  charges_enabled: takesCards,
  payouts_enabled: paysOut,
  requirements_due: due,
  requirements_deadline: until,
}: CardAccount): Told | undefined {
  if (!takesCards)
    return {
      state: 'held',
      fact: 'This business cannot take cards now',
      help: 'The card processor waits for something.',
      act: 'See what is missing',
    }
  if (!paysOut)
    return {
      state: 'held',
      fact: 'Payouts to your bank are off',
      help: 'Cards are charged; escrows cannot be created.',
      act: 'See what is missing',
    }
  if (due.length === 0) return undefined
  const help =
    until === null ? 'Everything works meanwhile.' : `Answer until ${dayOf(until)} (${relativeTo(until)}), or it disables the account.`
  return { state: 'held', fact: 'The card processor asks for something', help, act: 'See what is missing' }
}
