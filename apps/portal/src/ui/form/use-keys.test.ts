import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useKeys } from './use-keys.ts'

test('one content has one key for as long as it is asked about, and another content has another', () => {
  let keys: readonly string[] = []
  function Dialog() {
    const keyOf = useKeys()
    keys = ['1000', '2000', '1000'].map(keyOf)
    return null
  }
  renderToStaticMarkup(createElement(Dialog))
  expect(keys[2]).toBe(keys[0])
  expect(keys[1]).not.toBe(keys[0])
})
