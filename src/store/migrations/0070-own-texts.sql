-- A section of the settings is stored whole, so a change of any of its fields kept the texts as they came with that
-- release. These are removed where nobody changed them: the texts of this release come with translations.

update settings set value = value - 'codeText'
where name = 'newsletter'
  and value ->> 'codeText' = 'Your activation code is {{code}}. If you did not subscribe, ignore this message.';

update settings set value = value - 'texts'
where name = 'one_time_passwords' and value -> 'texts' = '{
  "en": "{{code}} is your code. Do not share it with anyone.",
  "de": "{{code}} ist Ihr Code. Geben Sie ihn an niemanden weiter.",
  "es": "{{code}} es su código. No lo comparta con nadie.",
  "fr": "{{code}} est votre code. Ne le communiquez à personne.",
  "it": "{{code}} è il suo codice. Non lo comunichi a nessuno.",
  "nl": "{{code}} is uw code. Deel deze met niemand.",
  "pt": "{{code}} é o seu código. Não o partilhe com ninguém."
}';

update settings set value = value - 'confirmText'
where name = 'opt_out' and value -> 'confirmText' = '{
  "default": "{{sender}}: You are unsubscribed and will receive no more messages. Reply START to subscribe again.",
  "de": "{{sender}}: Sie sind abgemeldet und erhalten keine Nachrichten mehr. START meldet Sie wieder an.",
  "es": "{{sender}}: Se ha dado de baja y no recibira mas mensajes. Responda START para volver.",
  "fr": "{{sender}} : vous etes desinscrit et ne recevrez plus de messages. Repondez START pour revenir."
}';

update settings set value = value - 'texts'
where name = 'footer' and value -> 'texts' = '{
  "default": "{{sender}}: reply {{stop}} to end",
  "de": "{{sender}}: Ende mit {{stop}}",
  "fr": "{{sender}} : {{stop}}"
}';
