module github.com/configgen/configgen/descriptor

go 1.25.0
