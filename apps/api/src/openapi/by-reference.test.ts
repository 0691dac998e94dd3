import { describe, expect, test } from 'vitest'
import { byReference } from './by-reference.ts'
import { COMPONENT_REF, type Parts, type Schema } from './schemas.ts'

const text = { type: 'string' }
const six = ['a', 'b', 'c', 'd', 'e', 'f']
const shopRef = { $ref: `${COMPONENT_REF}Shop` }

const objectOf = (...names: string[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, text])),
  required: names,
  additionalProperties: false,
})

/** The schemas of answers, and the named ones, in a description by reference. */
function referring(answers: Parts, schemas: Parts): { answers: Parts; schemas: Parts } {
  const { paths, components } = byReference({ paths: answers, webhooks: {}, components: { schemas } })
  return { answers: paths, schemas: components.schemas }
}

describe('an object with every member of a named one', () => {
  const { answers, schemas } = referring({ whole: objectOf('more', ...six), alone: shopRef }, { Shop: objectOf(...six) })

  test('becomes the named one and its own members, closed as a whole', () => {
    const { additionalProperties: _closed, ...own } = objectOf('more')
    expect(answers['whole']).toEqual({ allOf: [shopRef, own], unevaluatedProperties: false })
  })

  test('leaves the named one open, which each other reference closes', () => {
    expect(schemas['Shop']).not.toHaveProperty('additionalProperties')
    expect(answers['alone']).toEqual({ ...shopRef, unevaluatedProperties: false })
  })
})

describe('an object stays as it is', () => {
  const answerBeside = (answer: Schema, schemas: Parts) => referring({ answer, ref: shopRef }, schemas).answers['answer']

  test('when a member differs from that of the named one', () => {
    const answer = objectOf('more', ...six)
    const other = { ...objectOf(...six), properties: { ...Object.fromEntries(six.map((name) => [name, text])), a: { type: 'null' } } }
    expect(answerBeside(answer, { Shop: other })).toEqual(answer)
  })

  test('when it lacks a member of the named one, or may lack it', () => {
    const answers = [objectOf('more', ...six.slice(1)), { ...objectOf('more', ...six), required: ['more'] }]
    expect(answers.map((answer) => answerBeside(answer, { Shop: objectOf(...six) }))).toEqual(answers)
  })

  test('when the named one has too few members to be meant', () => {
    const answer = objectOf('more', ...six)
    expect(answerBeside(answer, { Shop: objectOf(...six.slice(1)) })).toEqual(answer)
  })

  test('when it is a value of an example', () => {
    const answer = { ...text, example: objectOf('more', ...six) }
    expect(answerBeside(answer, { Shop: objectOf(...six) })).toEqual(answer)
  })
})

test('the largest named object is referred to, and one that nothing refers to is left out', () => {
  const named = { Small: objectOf(...six), Shop: objectOf(...six, 'g'), Unused: objectOf('x') }
  const { answers, schemas } = referring({ whole: objectOf(...six, 'g', 'h') }, named)
  expect(answers['whole']).toMatchObject({ allOf: [shopRef, { required: ['h'] }] })
  expect(Object.keys(schemas)).toEqual(['Small', 'Shop'])
})
