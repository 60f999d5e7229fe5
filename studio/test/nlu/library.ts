/** A clinic's library of intents, in English and Khmer, and what callers say who mean none of them. */
import type { LibraryIntent } from "../../src/nlu/matcher";

const english = (name: string, utterances: string): LibraryIntent => ({
  name,
  language: "en",
  utterances: utterances.split("|"),
});
const khmer = (name: string, utterances: string): LibraryIntent => ({
  name,
  language: "km",
  utterances: utterances.split("|"),
});

export const CLINIC: readonly LibraryIntent[] = [
  english(
    "book_appointment",
    "I want to book an appointment|can I make an appointment|I'd like to see a doctor|schedule an appointment please|is there a free slot this week|book me in for Monday|I need an appointment with the dentist|could I come in tomorrow|I want to make a new appointment|set up a visit with the doctor",
  ),
  english(
    "cancel_appointment",
    "I want to cancel my appointment|please cancel my visit|I can't come tomorrow cancel it|call off my appointment|I need to cancel|cancel the booking|I won't be able to make it please cancel|drop my appointment on Friday|I have to cancel my appointment with the dentist|delete my booking",
  ),
  english(
    "reschedule",
    "can I move my appointment|I'd like to change the date of my appointment|reschedule my visit|could we do it another day|is a different time possible|postpone my appointment to next week|move it to Thursday|change my appointment time|I need another date|shift my booking to the afternoon",
  ),
  english(
    "opening_hours",
    "when are you open|what are your opening hours|are you open on Saturday|what time do you close|how late are you open|do you open on Sundays|when do you close today|opening times please|at what time does the clinic open|are you closed on holidays",
  ),
  english(
    "price",
    "how much does it cost|what is the price|how expensive is a check up|what do I have to pay|what are your fees|is it covered by insurance or do I pay|tell me the price please|what does the treatment cost|how much is a consultation|what will I be charged",
  ),
  english(
    "speak_to_human",
    "I want to talk to a person|connect me with an agent|can I speak to someone|give me a human|operator please|I don't want to talk to a machine|transfer me to the reception|let me speak to a real person|put me through to somebody|customer service please",
  ),
  english(
    "repeat",
    "can you repeat that|say that again please|I didn't understand|what did you say|pardon|once more please|repeat please|sorry I didn't hear you|come again|could you say it again",
  ),
  khmer(
    "book_appointment",
    "ខ្ញុំចង់ណាត់ជួបគ្រូពេទ្យ|ខ្ញុំចង់កក់ការណាត់ជួប|តើខ្ញុំអាចណាត់ជួបបានទេ|សូមណាត់ជួបឱ្យខ្ញុំ|ខ្ញុំត្រូវការណាត់ជួបទន្តពេទ្យ|ចង់ជួបគ្រូពេទ្យថ្ងៃស្អែក",
  ),
  khmer(
    "cancel_appointment",
    "ខ្ញុំចង់លុបចោលការណាត់ជួប|សូមលុបការណាត់របស់ខ្ញុំ|ខ្ញុំមកមិនបានទេ សូមលុបចោល|បោះបង់ការណាត់ជួប|ខ្ញុំត្រូវលុបចោលការណាត់|លុបចោលការកក់របស់ខ្ញុំ",
  ),
  khmer("opening_hours", "តើបើកម៉ោងប៉ុន្មាន|ម៉ោងធ្វើការរបស់អ្នក|តើបើកថ្ងៃសៅរ៍ទេ|បិទម៉ោងប៉ុន្មាន|គ្លីនិកបើកនៅម៉ោងណា|តើថ្ងៃអាទិត្យបើកដែរទេ"),
  khmer("price", "តើតម្លៃប៉ុន្មាន|ថ្លៃប៉ុន្មាន|ត្រូវបង់លុយប៉ុន្មាន|តម្លៃពិនិត្យប៉ុន្មាន|តើអស់ប៉ុន្មាន|ថ្លៃព្យាបាលប៉ុន្មាន"),
];

export const INTENTS = [...new Set(CLINIC.map(({ name }) => name))];

/** Nothing that any of the intents is about. */
export const STRANGE: readonly string[] = [
  "my cat is sleeping on the sofa",
  "the weather is lovely outside",
  "I bought new shoes yesterday",
  "banana",
  "who won the football match",
  "qwertz asdf",
  "blue green yellow",
  "hello my name is Peter",
  "play some music",
  "turn left at the church",
];

/** Said differently from anything in the library. */
export const PARAPHRASES: readonly (readonly [string, string])[] = [
  ["I would like to get an appointment", "book_appointment"],
  ["can you book me for next Tuesday", "book_appointment"],
  ["cancel everything please", "cancel_appointment"],
  ["I'm calling to cancel", "cancel_appointment"],
  ["could I reschedule to another week", "reschedule"],
  ["can we move it to a different day", "reschedule"],
  ["until when are you open today", "opening_hours"],
  ["what time do you open tomorrow", "opening_hours"],
  ["how much would that cost me", "price"],
  ["what's the price of the treatment", "price"],
  ["I want a real human", "speak_to_human"],
  ["please connect me to the reception", "speak_to_human"],
  ["please say it again", "repeat"],
  ["sorry could you repeat", "repeat"],
  ["cancle my apointment", "cancel_appointment"],
];
