import { createHash } from 'node:crypto'
import { documentRoute } from './http/documents/document.ts'
import type { Route } from './http/route.ts'

interface LinkPage {
  readonly path: Route['path']
  readonly title: string
  readonly fields: string
  readonly button: string
  /** The operation called when the button is pressed. */
  readonly operation: string
  readonly done: string
}

const PASSWORD =
  '<label>New password <input name="password" type="password" minlength="8" maxlength="128" autocomplete="new-password" required></label>'

const pages: readonly LinkPage[] = [
  {
    path: '/account/verify-email',
    title: 'Confirm your e-mail address',
    fields: '',
    button: 'Confirm',
    operation: '/api/auth/verify-email',
    done: 'Your e-mail address is confirmed.',
  },
  {
    path: '/account/reset-password',
    title: 'Set a new password',
    fields: PASSWORD,
    button: 'Set password',
    operation: '/api/auth/password/reset',
    done: 'Your password is set. Sign in with it.',
  },
]

// The token is removed from the address bar at once. Nothing is sent before the button is pressed, because mail scanners open links too.
const SCRIPT = `
const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? ''
history.replaceState(null, '', location.pathname)
const form = document.querySelector('form')
const say = (text) => { document.querySelector('[role=status]').textContent = text }
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  try {
    const body = JSON.stringify({ ...Object.fromEntries(new FormData(form)), token })
    const answer = await fetch(form.dataset.to, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { success, error } = await answer.json()
    form.hidden = success
    say(success ? form.dataset.done : error)
  } catch {
    say('The service cannot be reached at the moment; try again.')
  }
})
`

const POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/** Pages that e-mailed links open. They contain no caller input and load nothing from other origins. */
export const linkPageRoutes = (): Route[] =>
  pages.map((page) => documentRoute({ path: page.path, type: 'text/html; charset=utf-8', text: htmlOf(page), headers }))

const headers = { 'Content-Security-Policy': POLICY, 'Cross-Origin-Opener-Policy': 'same-origin' }

const htmlOf = ({ title, fields, button, operation, done }: LinkPage): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body><main>
<h1>${title}</h1>
<form data-to="${operation}" data-done="${done}">${fields}<button>${button}</button></form>
<p role="status"></p>
</main><script>${SCRIPT}</script></body>
</html>
`
