import { useSearch } from '@tanstack/react-router'
import { LoadFailed } from '../../ui/empty.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Moment, relativeTo } from '../../ui/moment.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/page.tsx'
import { CardsPage } from '../cards-page.tsx'
import { ProcessorId } from '../payments/card-facts.tsx'
import { BeginOnboarding, ContinueOnboarding } from './begin-onboarding.tsx'
import { requirementWords } from './requirement-words.ts'
import { type CardAccount, useCardAccount } from './use-card-account.ts'

const REFRESH_MS = 3_000

/** How far a business is on its way to taking cards: what the processor wants to know, until when, and the page that asks for it. */
export function CardOnboardingPage() {
  const found = useCardAccount(REFRESH_MS)
  const { data } = found
  return (
    <CardsPage title="Account">
      {found.error && !data && (
        <LoadFailed title="The account could not be loaded" error={found.error} onRetry={() => void found.refetch()}>
          Cards go on being charged meanwhile.
        </LoadFailed>
      )}
      {!data && !found.error && <span className="skel" aria-busy="true" />}
      {data?.account === null && <BeginOnboarding />}
      {data?.account && <Shown account={data.account} />}
    </CardsPage>
  )
}

function Shown({ account }: { readonly account: CardAccount }) {
  return (
    <>
      <Standing account={account} />
      <div className="cols">
        <div>
          <Steps account={account} />
          <Requirements account={account} />
        </div>
        <div>
          <Section title="Details">
            <Facts
              rows={[
                ['Account', <ProcessorId id={account.processor_account_id} />, 'wide'],
                account.as_of !== null && ['As of', <Moment at={account.as_of} isPrecise />],
              ]}
            />
          </Section>
        </div>
      </div>
    </>
  )
}

/** The one fact, also for who comes from the page of the processor, and the way on. */
function Standing({ account }: { readonly account: CardAccount }) {
  const { from } = useSearch({ from: '/signed-in/b/$business/cards/onboarding' })
  const { onboarding_complete: isComplete, disabled_reason: disabled, requirements_due: due, requirements_deadline: until } = account
  if (isComplete && due.length === 0)
    return (
      <Notice state="confirmed" fact="This business takes cards">
        Directly and into escrow. There is nothing to do.
      </Notice>
    )
  if (from === 'expired')
    return (
      <Notice state="held" fact="That link does not work any more" actions={<ContinueOnboarding />}>
        Each link opens once, and only for a few minutes. Continue with a fresh one; what you have told is kept.
      </Notice>
    )
  if (from === 'processor' && account.details_submitted && due.length === 0)
    return (
      <Notice state="pending" fact="The card processor checks what you have told">
        This page shows the result by itself.
      </Notice>
    )
  const deadline = until !== null && (
    <>
      {' '}
      Answer until <Moment at={until} /> ({relativeTo(until)}); later the card processor disables the account.
    </>
  )
  return (
    <Notice state="held" fact={factOf(account)} actions={<ContinueOnboarding />}>
      {disabled !== null && `${disabledWords(disabled)} `}
      The page of the card processor asks for what is missing.
      {deadline}
    </Notice>
  )
}

function factOf({ charges_enabled: takesCards, details_submitted: isSubmitted, requirements_due: due }: CardAccount): string {
  if (takesCards) return 'The card processor asks for something'
  return isSubmitted && due.length === 0 ? 'The card processor checks your business' : 'This business cannot take cards yet'
}

/** Why an account is disabled, by the beginning of the processor's word (Account.requirements.disabled_reason). */
const disabledReasons: readonly (readonly [beginning: string, words: string])[] = [
  ['requirements.past_due', 'The account is disabled, because an answer came too late or not at all.'],
  ['requirements.pending_verification', 'The card processor checks what you have told.'],
  ['rejected', 'The card processor has rejected the account.'],
  ['under_review', 'The card processor looks at the account.'],
  ['platform_paused', 'The account is paused by this platform.'],
]

const disabledWords = (reason: string): string =>
  disabledReasons.find(([beginning]) => reason.startsWith(beginning))?.[1] ?? `The account is disabled: ${reason.replaceAll('_', ' ')}.`

function Steps({ account }: { readonly account: CardAccount }) {
  const steps = [
    ['Tell the card processor about your business', 'On its own page; it takes about ten minutes.', account.details_submitted],
    ['Take card payments', 'The card processor allows the account to charge cards.', account.charges_enabled],
    ['Be paid out to your bank', 'Escrows need it too: their money has to reach you.', account.payouts_enabled],
  ] as const
  const done = steps.filter(([, , isDone]) => isDone).length
  return (
    <Section title="Onboarding" aside={<span className="hint push">{`${done} of ${steps.length} done`}</span>}>
      <ol className="card todo">
        {steps.map(([fact, help, isDone]) => (
          <li key={fact}>
            <Glyph state={isDone ? 'forwarded' : 'pending'} />
            <span>
              <b>{fact}</b>
              <span className="hint">{help}</span>
              <span className="sr-only">{isDone ? 'Done' : 'Not done yet'}</span>
            </span>
            <span />
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** What is missing, in words. */
function Requirements({ account: { requirements_due: due } }: { readonly account: CardAccount }) {
  if (due.length === 0) return null
  const all = requirementWords(due)
  return (
    <Section title="Still needed" aside={<span className="count">{all.length}</span>}>
      <ul className="card todo">
        {all.map((words) => (
          <li key={words}>
            <Glyph state="pending" />
            <span>
              <b>{words}</b>
            </span>
            <span />
          </li>
        ))}
      </ul>
    </Section>
  )
}
