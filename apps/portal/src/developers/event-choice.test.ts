import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { changedEvents, furtherEvents } from './chosen-events.ts'
import { EventChoice } from './event-choice.tsx'

/** Whether each box is ticked, that of all events first. */
const boxes = (events: readonly string[]): boolean[] => {
  const markup = renderToStaticMarkup(createElement(EventChoice, { events, onChange: () => undefined }))
  return [...markup.matchAll(/<input [^>]*>/g)].map(([box]) => box.includes('checked'))
}
const [first = '', ...others] = furtherEvents

test('the box of all events is ticked for an endpoint that gets later ones too, and not for one that gets those there are now by name', () => {
  expect(boxes(['*'])).toEqual([true, ...furtherEvents.map(() => true)])
  expect(boxes(furtherEvents)).toEqual([false, ...furtherEvents.map(() => true)])
  expect(boxes([first])).toEqual([false, true, ...others.map(() => false)])
})

test('all events are chosen as such, and become names when one of them or all are taken away', () => {
  expect(changedEvents([first], '*', true)).toEqual(['*'])
  expect(changedEvents(['*'], '*', false)).toEqual(furtherEvents)
  expect(changedEvents(['*'], first, false)).toEqual(others)
})

test('one event is added and taken away, and the others stay', () => {
  expect(changedEvents(others, first, true)).toEqual([...others, first])
  expect(changedEvents([...others, first], first, false)).toEqual(others)
})
