/** Campaigns of the past, in turn. `{name}` is replaced by the recipient's name. */
export const campaigns = [
  { group: 0, text: "New on our shelves this week: 24 novels and a shelf of cook books. Reply STOP to leave." },
  {
    group: 1,
    text: "Book club on Thursday at seven: we talk about The Lighthouse. Bring a friend! Reply STOP to leave.",
  },
  { group: 0, text: "Hello {name}, the library stays open until nine on Friday. Reply STOP to leave." },
  { group: 2, text: "Story hour on Saturday at ten: the bear who could not sleep. 🐻 Reply STOP to leave." },
  {
    group: 3,
    text: "Tonight at eight in the reading hall: the Quartet of the North. Free for members. Reply STOP to leave.",
  },
  { group: 0, text: "Maße, Öffnungszeiten, Bücherflohmarkt: alles neu ab Montag. STOP meldet Sie ab." },
  { group: 4, text: "Who can help at the book sale on Sunday from two to five? Reply YES, or STOP to leave." },
  {
    group: 0,
    text: "Bonjour {name}, la bibliothèque vous invite à sa soirée portes ouvertes vendredi. STOP pour partir.",
  },
] as const;

/** Messages to one person. */
export const singles = [
  { category: "transactional", text: "Hello {name}, the book you reserved is ready. We keep it for seven days." },
  { category: "transactional", text: "A reminder: your books are due in two days. Reply LONGER to keep them." },
  { category: "transactional", text: "Your visit on Tuesday at 14:30 is confirmed. Reply NO if you cannot come." },
  { category: "transactional", text: "We received your payment of 12.00. Thank you!" },
  { category: "otp", text: "482913 is your code for the library. It is valid for ten minutes." },
] as const;

/** What people answered, and the answer they got, if any. */
export const questions = [
  { text: "Is the café open as well?", answer: "Yes, until half past eight." },
  { text: "LONGER please", answer: "Done: your books are due in three weeks now." },
  { text: "Can I bring my daughter? She is 9", answer: "Of course, she is welcome." },
  { text: "Gibt es die Führung auch auf Deutsch?", answer: "Ja, jeden ersten Samstag um elf." },
  { text: "YES I will come, with two friends", answer: null },
  { text: "هل يوجد موقف للسيارات؟", answer: "Yes, behind the building; the entrance is on Mill Street." },
  { text: "What time does it start?", answer: null },
  { text: "Merci beaucoup 🙏", answer: null },
  { text: "I lost my card, what now?", answer: "Come by with your identity card, a new one costs 3.00." },
  { text: "駐車場はありますか？", answer: null },
] as const;

/** Replies by which people leave. */
export const stops = ["STOP", "Stop please", "STOP", "ARRET", "stopp", "UNSUBSCRIBE"] as const;
