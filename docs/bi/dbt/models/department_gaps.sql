-- What each department lacks most in each cycle: the requirements that its people miss, with the mean of the missing levels.
select
  {{ adapter.quote('cycleName') }} as cycle,
  {{ adapter.quote('department') }} as department,
  {{ adapter.quote('requirement') }} as requirement,
  count(*) as people,
  round(avg({{ adapter.quote('gapLevel') }}), 2) as missing_levels
from {{ source('evaluation', 'gaps') }}
where {{ adapter.quote('gapLevel') }} > 0
group by 1, 2, 3
