# Reads the public API v1 with jsonlite (R 3.6 or newer).
library(jsonlite)

api_url <- sub("/+$", "", Sys.getenv("EVALUATION_URL", "http://localhost:3000"))
api_headers <- c("X-Api-Key" = Sys.getenv("EVALUATION_KEY"))

# An open answer; waits and asks again while too many requests were sent (429).
open_api <- function(path, headers = api_headers) {
  repeat {
    connection <- url(paste0(api_url, "/api/v1/", path), headers = headers)
    why <- ""
    note <- function(condition) why <<- paste(why, conditionMessage(condition))
    is_open <- tryCatch(
      withCallingHandlers({ open(connection, "rb"); TRUE },
                          warning = function(condition) { note(condition); invokeRestart("muffleWarning") }),
      error = function(condition) { note(condition); FALSE }
    )
    if (is_open) return(connection)
    close(connection)
    if (grepl("'401", why, fixed = TRUE)) stop("The API key is missing, unknown, revoked or expired.")
    if (!grepl("'429", why, fixed = TRUE)) stop(path, ":", why)
    Sys.sleep(5) # url() shows no Retry-After; it is a minute at most
  }
}

# One JSON answer, such as read_api("cycles").
read_api <- function(path) {
  connection <- open_api(path)
  on.exit(close(connection))
  fromJSON(paste(readLines(connection, warn = FALSE, encoding = "UTF-8"), collapse = "\n"))
}

# A dataset as a data frame, such as read_rows("scores"): a row a line, read as the rows arrive.
read_rows <- function(dataset, query = "") {
  connection <- open_api(paste0("datasets/", dataset, query), c(api_headers, Accept = "application/x-ndjson"))
  on.exit(close(connection))
  stream_in(connection, verbose = FALSE)
}

# All employees, page after page by id: nobody is skipped when others are deleted between two pages.
read_employees <- function() {
  path <- "employees?pageSize=200&sort=id"
  page <- read_api(path)
  pages <- list(page$items)
  while (NROW(page$items) == page$pageSize) {
    page <- read_api(paste0(path, "&after=", tail(page$items$id, 1)))
    pages <- c(pages, list(page$items))
  }
  do.call(rbind, pages)
}

if (sys.nframe() == 0) {
  cat("Organization:", read_api("ping")$tenantName, "\n")
  scores <- read_rows("scores")
  print(aggregate(effective ~ cycleName, scores, function(score) round(mean(score), 2)))
  gaps <- read_rows("gaps")
  cat("Gaps:", sum(gaps$gapLevel > 0), "Employees:", nrow(read_employees()), "\n")
}
