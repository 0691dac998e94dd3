import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Redeliver } from './redeliver.tsx'

const shown = (delivery: { readonly test: boolean } | undefined): string =>
  renderToStaticMarkup(createElement(Redeliver, { delivery, isBusy: false, onPress: () => undefined }))

test('a delivery can be sent again once it is loaded, and a webhook test cannot', () => {
  expect(shown(undefined)).toMatch(/disabled="">Redeliver</)
  expect(shown({ test: false })).toMatch(/<button [^>]*>Redeliver</)
  expect(shown({ test: false })).not.toContain('disabled')
  expect(shown({ test: true })).toBe('')
})
