import type { PayerTexts } from '../../emails/mails/payer-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of mails to payers. */
export const emails: PayerTexts = {
  orOpen: 'Ou abra',
  sentFor: (product, merchant) => say`Enviado por ${product} em nome de ${merchant}. Ninguém jamais pedirá a sua frase de recuperação.`,
  replies: (merchant) => say`Dúvidas? Responda a este e-mail: a resposta chega a ${merchant}.`,
  nameFirst:
    'Primeiro abra a garantia e informe o seu endereço para reembolsos: dele depende onde você paga, e a página mostra isso em seguida.',
  refund: {
    subject: ({ merchant, amount }) => `${merchant} devolve ${amount} a você: para qual endereço?`,
    preheader: ({ coin }) => say`Informe um endereço da sua própria carteira de ${coin}. O link funciona uma única vez.`,
    title: ({ amount }) => say`Para onde enviar os seus ${amount}?`,
    reasons: {
      underpaid: ({ merchant }) => say`O seu pagamento não cobriu o preço; por isso, ${merchant} devolve o que você enviou.`,
      late: ({ merchant }) => say`O seu pagamento chegou depois do prazo; por isso, ${merchant} devolve o que você enviou.`,
      failed: ({ merchant }) => say`O seu pagamento não pôde ser concluído; por isso, ${merchant} devolve o que você enviou.`,
    },
    ask: 'Endereços de remetentes muitas vezes pertencem a corretoras; por isso, pedimos um a você em vez de adivinhar.',
    payment: 'Pagamento',
    youGet: 'Você recebe',
    lessNetworkFee: ({ amount }) => say`${amount}, menos a taxa de rede`,
    ourFee: 'Nossa taxa',
    none: 'nenhuma',
    paid: 'Envio',
    paidAfter: (hours) => say`${hours} depois que você informar o endereço`,
    paidAtOnce: 'logo depois que você informar o endereço',
    worksUntil: 'O link vale até',
    button: 'Informar o endereço',
    warning: ({ coin }) => say`Somente ${coin}, somente a sua própria carteira`,
    consequence:
      'O que é enviado a um endereço errado não pode ser recuperado. A página mostra o endereço de novo antes da confirmação; funciona uma única vez.',
    isKey: ({ merchant }) =>
      say`Este link é a sua chave: quem o tem decide para onde vai o dinheiro. Não encaminhe este e-mail, nem mesmo para ${merchant}.`,
    why: ({ merchant, to }) => say`Você recebe este e-mail porque ${to} foi indicado para a devolução de um pagamento a ${merchant}.`,
  },
}
