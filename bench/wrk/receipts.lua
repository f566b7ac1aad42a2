-- POST a receipt to each address of a file, in its order. Arguments: the file, how many threads share it.
local threads = {}

function setup(thread)
  thread:set("tid", #threads)
  table.insert(threads, thread)
end

function init(args)
  paths, sent, taken, refused = {}, 0, 0, 0
  local threads_in_all, line_number = tonumber(args[2]), 0
  for line in io.lines(args[1]) do
    if line_number % threads_in_all == tid then paths[#paths + 1] = line end
    line_number = line_number + 1
  end
end

function request()
  sent = sent + 1
  -- wrk runs for its whole time: at the end of the file receipts come a second time, as providers send them.
  return wrk.format("POST", paths[(sent - 1) % #paths + 1], { ["Content-Type"] = "application/x-www-form-urlencoded" },
    "state=DELIVRD")
end

function response(status)
  if status == 200 then taken = taken + 1 else refused = refused + 1 end
end

function done(summary, latency)
  local acknowledged, not_acknowledged = 0, 0
  for _, thread in ipairs(threads) do
    acknowledged = acknowledged + thread:get("taken")
    not_acknowledged = not_acknowledged + thread:get("refused")
  end
  local errors = summary.errors
  local failed = not_acknowledged + errors.connect + errors.read + errors.write + errors.timeout
  print(string.format(
    'RESULT {"acknowledged":%d,"refused":%d,"perSecond":%.1f,"p50":%.3f,"p99":%.3f}',
    acknowledged, failed, acknowledged / (summary.duration / 1e6),
    latency:percentile(50) / 1000, latency:percentile(99) / 1000
  ))
end
