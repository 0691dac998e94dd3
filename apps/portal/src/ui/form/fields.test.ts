import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { type FieldOf, Fields } from './fields.tsx'

interface Apple {
  readonly colour: string
  readonly weight: string
  readonly notes: string
}

function shown(field: FieldOf<Apple>, errors: Readonly<Record<string, { readonly message: string; readonly type: string }>> = {}) {
  const Form = () => createElement(Fields<Apple>, { form: useForm<Apple>({ errors }), fields: [field] })
  return renderToStaticMarkup(createElement(Form))
}

test('a field shows its label and its hint', () => {
  const html = shown({ name: 'weight', label: 'Weight', hint: 'In grams.', isOptional: true, kind: 'whole' })
  expect(html).toMatch(/Weight .*\(optional\).*<input inputMode="numeric"[^>]*name="weight".*In grams\./)
})

test('a choice lists its values, each with its words where they differ', () => {
  const html = shown({ name: 'colour', label: 'Colour', options: ['red', ['green', 'not ripe']] })
  expect(html).toContain('<option value="red">red</option><option value="green">not ripe</option>')
})

test('a text of several lines is a text area', () => {
  expect(shown({ name: 'notes', label: 'Notes', kind: 'json' })).toContain('<textarea')
})

test('what is wrong with a field takes the place of its hint, whichever name it was refused by', () => {
  const field: FieldOf<Apple> = { name: 'weight', label: 'Weight', hint: 'In grams.', also: 'notes' }
  const fault = { message: 'must be positive', type: 'server' }
  expect(shown(field, { weight: fault })).toContain('Must be positive')
  expect(shown(field, { notes: fault })).toContain('Must be positive')
  expect(shown(field, { notes: fault })).not.toContain('In grams.')
})
