-- POST /svc/v1/send/batch: different messages with a key, a new number and a text of their own each.
-- Arguments: the Authorization header, a name for this run (one digit), messages per request.
dofile((debug.getinfo(1, "S").source:match("^@(.*)send%-batch%.lua$")) .. "common.lua")

function request()
  sent = sent + 1
  local messages = {}
  for i = 1, each do
    local nth = (sent - 1) * each + i
    messages[i] = string.format(
      '{"message":"Hello %d from the bench","number":"+4915%d%s%07d","key":"%s-%d-%d"}',
      nth, tid + 1, run, nth, run, tid, nth
    )
  end
  return wrk.format("POST", "/svc/v1/send/batch", {
    ["Authorization"] = auth,
    ["Content-Type"] = "application/json",
  }, '{"messages":[' .. table.concat(messages, ",") .. "]}")
end
