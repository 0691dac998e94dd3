import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ProgramNotices } from './program-notices.tsx'

const shown = (scopes: readonly string[], isPublic = false) =>
  renderToStaticMarkup(createElement(ProgramNotices, { client: { scopes, public: isPublic } }))

test('programs that work for a client as they stand need no words', () => {
  expect(shown(['openid', 'email', 'profile', 'payments'])).toBe('')
})

test('a scope that the client lacks, and a secret that it does not have, are said beside the programs', () => {
  expect(shown(['openid'])).toContain('The programs ask for email and payments, which this client may not')
  expect(shown(['openid', 'email', 'payments'], true)).toContain('A public client has none')
})
