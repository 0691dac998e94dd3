import type { InvoiceLetterTexts } from '../../emails/mails/invoice-letter-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of letters about invoices. */
export const invoiceLetters: InvoiceLetterTexts = {
  sent: {
    subject: ({ merchant, number, amount }) => `${merchant} का बिल ${number}: ${amount}`,
    title: ({ number, amount }) => say`बिल ${number}, राशि ${amount}`,
    help: ({ merchant }) => say`${merchant} आपको यह बिल भेज रहा है।`,
  },
  open: {
    subject: ({ merchant, number }) => `${merchant}: बिल ${number} का भुगतान अभी बाकी है`,
    title: ({ number }) => say`बिल ${number} का भुगतान अभी बाकी है`,
    help: ({ merchant, amount }) => say`${merchant} को अभी ${amount} देना बाकी है। अगर आपने अभी-अभी भुगतान किया है, तो कुछ करना बाकी नहीं है।`,
  },
  before: {
    subject: ({ merchant, number, due }) => `${merchant}: बिल ${number} ${due} को देय है`,
    title: ({ number, due }) => say`बिल ${number} ${due} को देय है`,
    help: ({ merchant, amount }) => say`${merchant} को अभी ${amount} देना बाकी है। अगर आपने अभी-अभी भुगतान किया है, तो कुछ करना बाकी नहीं है।`,
  },
  on: {
    subject: ({ merchant, number }) => `${merchant}: बिल ${number} आज देय है`,
    title: ({ number }) => say`बिल ${number} आज देय है`,
    help: ({ merchant, amount }) => say`${merchant} को अभी ${amount} देना बाकी है। अगर आपने अभी-अभी भुगतान किया है, तो कुछ करना बाकी नहीं है।`,
  },
  after: {
    subject: ({ merchant, number, due }) => `${merchant}: बिल ${number} ${due} को देय था`,
    title: ({ number, due }) => say`बिल ${number} ${due} को देय था`,
    help: ({ merchant, amount }) => say`${merchant} को अभी ${amount} देना बाकी है। आप अब भी इसके पेज पर भुगतान कर सकते हैं।`,
  },
  paid: {
    subject: ({ merchant, number }) => `${merchant}: बिल ${number} चुकाया गया`,
    title: ({ number }) => say`धन्यवाद, बिल ${number} चुकाया गया`,
    help: ({ merchant, amount }) => say`${merchant} को ${amount} मिल गए हैं। अब कुछ भी देय नहीं है।`,
  },
  credited: {
    subject: ({ merchant, creditNote, amount }) => `${merchant}: क्रेडिट नोट ${creditNote}, राशि ${amount}`,
    title: ({ creditNote, amount }) => say`क्रेडिट नोट ${creditNote}, राशि ${amount}`,
    help: ({ merchant, number, amount }) => say`${merchant} बिल ${number} में से ${amount} घटा रहा है।`,
  },
  attached: 'दस्तावेज़ PDF के रूप में संलग्न है।',
  amount: 'राशि',
  due: 'देय तिथि',
  items: 'विवरण',
  from: 'प्रेषक',
  pay: 'देखें और भुगतान करें',
  view: 'बिल देखें',
  onlyThere: 'केवल उसी पेज पर भुगतान करें',
  onlyThereHelp: ({ merchant }) => say`${merchant} कभी भी ईमेल से वॉलेट का पता या बैंक का विवरण नहीं भेजता। अगर कोई मिले, तो भुगतान से पहले पूछ लें।`,
  why: ({ merchant, to }) => say`यह मेल आपको इसलिए मिला क्योंकि ${merchant} ने ${to} को एक बिल भेजा।`,
}
