import { accountAt } from '../routes/accounts.ts'
import { completeOnboarding, leaveOnboardingLater } from '../payments/move-account.ts'
import { type Answer, htmlAnswer, jsonAnswer, redirectTo } from '../server/answer.ts'
import type { OnboardingLink } from '../state/state.ts'
import { nowOf, type World } from '../state/world.ts'
import { ApiError, resourceMissing } from '../wire/api-error.ts'
import { escapeHtml, pageOf } from './html.ts'
import type { PageRoute, Visit } from './page-route.ts'

/** The pages where a merchant tells the processor who it is. A link works once; the page that it opens keeps working. */
export const onboardingPages: readonly PageRoute[] = [
  { path: '/setup/e/:account/:token', visit: openLink },
  { path: '/setup/s/:page', visit: submitPage },
]

function openLink(visit: Visit): Answer {
  const { world, method, ids } = visit
  const token = ids[1] ?? ''
  const link = Object.hasOwn(world.state.onboardingLinks, token) ? world.state.onboardingLinks[token] : undefined
  if (!link || link.account !== ids[0]) throw resourceMissing('account_link', token)
  if (link.used || link.expiresAt <= nowOf(world)) return leave(visit, link.refreshUrl)
  world.state.onboardingLinks[token] = { ...link, used: true }
  world.changed()
  return method === 'POST' ? submit(visit, link) : htmlAnswer(200, onboardingPage(world, link))
}

function submitPage(visit: Visit): Answer {
  const link = Object.values(visit.world.state.onboardingLinks).find(({ page, used }) => used && page === visit.ids[0])
  if (!link) throw resourceMissing('page', visit.ids[0] ?? '')
  return visit.method === 'POST' ? submit(visit, link) : htmlAnswer(200, onboardingPage(visit.world, link))
}

const outcomes: Readonly<Record<string, (world: World, account: string) => unknown>> = {
  complete: completeOnboarding,
  later: leaveOnboardingLater,
  leave: () => undefined,
}

function submit(visit: Visit, { account, returnUrl }: OnboardingLink): Answer {
  const outcome = visit.form['outcome'] ?? ''
  const act = Object.hasOwn(outcomes, outcome) ? outcomes[outcome] : undefined
  if (!act) throw new ApiError(400, 'Say outcome=complete, outcome=later or outcome=leave.')
  act(visit.world, account)
  return leave(visit, returnUrl)
}

const leave = ({ acceptsJson }: Visit, url: string): Answer => (acceptsJson ? jsonAnswer(200, { url }) : redirectTo(url))

function onboardingPage(world: World, { account: id, page, returnUrl }: OnboardingLink): string {
  const { country, email, requirements } = accountAt(world, id)
  const due = requirements.currently_due.map((name) => `<li>${escapeHtml(name)}</li>`).join('')
  return pageOf(
    'Onboarding',
    `<h1>Tell us about your business</h1>
<p class="note">Test mode. Account ${id}, ${escapeHtml(country)}${email ? `, ${escapeHtml(email)}` : ''}.</p>
${due ? `<p>Still needed:</p><ul>${due}</ul>` : '<p>Nothing is needed.</p>'}
<form method="post" action="/setup/s/${page}">
<button name="outcome" value="complete">Complete everything</button>
<button name="outcome" value="later">Submit, verify my identity later</button>
<button name="outcome" value="leave">Leave without submitting</button>
</form>
<p><a href="${escapeHtml(returnUrl)}">Return</a></p>`,
  )
}
