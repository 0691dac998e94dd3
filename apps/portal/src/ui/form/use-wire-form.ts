import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import { z } from 'zod'
import { fieldErrorsOf } from '../problem.ts'

/**
 * A form that a schema of the contract checks, first when a field is left and then on each key. The typed text is sent as it is: the server reads
 * it with the same schema, and its own objections appear at the same fields.
 */
export function useWireForm<Values extends FieldValues>(schema: z.ZodType, defaultValues: DefaultValues<Values>, serverError: unknown) {
  const form = useForm<Values>({
    resolver: zodResolver(schema as never, undefined, { raw: true }) as never,
    defaultValues,
    mode: 'onTouched',
  })
  const { setError } = form
  useEffect(() => {
    for (const [field, message] of Object.entries(fieldErrorsOf(serverError))) setError(camelCase(field) as Path<Values>, { message })
  }, [serverError, setError])
  return form
}

/** The members of a form that were filled in. */
export const withoutBlanks = (form: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(form).filter(([, value]) => value !== '' && value !== undefined))

/** Checks a form whose empty fields are not sent. */
export const filledIn = (schema: z.ZodType) => z.preprocess((form) => withoutBlanks(Object(form)), schema)

const camelCase = (name: string): string => name.replace(/_([a-z])/g, (_match, char: string) => char.toUpperCase())
