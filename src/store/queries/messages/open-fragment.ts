/** SQL for whether a message may still send: the predicate of the index `messages_open`, word for word. */
export const IS_OPEN = "state in ('scheduled', 'resolving', 'running', 'paused')";
